//! Search queries.

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace};
use crate::formats::format::{Encoding, FilePosition, FormatError, FormatInfo, line_places};
use crate::query;

/// A query in each line, after its id and a tab where it has one.
pub(crate) const QUERY: FormatInfo = FormatInfo {
    name: "query",
    description: "one search query per line in Lucene's syntax, perhaps after an id and a tab: words, texts in quotes, `AND`, `OR`, `NOT`, `+`, `-`, brackets and boosts",
    example: "q1\tromeo OR \"good night\"^2\n(nurse friar)^0.5 NOT tybalt\n",
    has_rows: true,
    has_numbers: false,
    has_texts: true,
    has_queries: true,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

/// The column that holds the query.
pub(crate) const QUERY_COLUMN: usize = 1;

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut rows = Vec::new();
    for (index, span) in line_places(text).enumerate() {
        let line = &text[span.clone()];
        let id_end = line.find('\t');
        let start = id_end.map_or(0, |end| end + 1);
        query::parse(&line[start..]).map_err(|error| FormatError {
            position: FilePosition::Line(index + 1),
            problem: error.in_query(&line[start..]).to_string(),
        })?;
        let id = id_end.map(|end| Cell::new(0, 0..end));
        let query = Cell::new(QUERY_COLUMN, start..line.len());
        let cells = id.into_iter().chain([query]).collect();
        rows.push(RowPlace { span, cells });
    }
    let columns = ["id", "query"].map(|name| Column {
        kind: ColumnKind::Other,
        ..Column::undeclared(name)
    });
    Ok(Document::new(text, columns.into(), rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_query_after_its_id_if_it_has_one() {
        let document = read("q1\tromeo OR\tjuliet\nnurse\n").unwrap();
        let values = |row: usize| [0, 1].map(|column| document.rows()[row].value(column));
        assert_eq!(values(0), [Some("q1"), Some("romeo OR\tjuliet")]);
        assert_eq!(values(1), [None, Some("nurse")]);
        assert_eq!(document.numeric_columns(), [false, false]);
    }

    #[test]
    fn a_line_that_is_no_query_is_refused_with_a_caret() {
        let error = read("a\nq2\tromeo AND\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: expected a word, a text in quotes or `(`\n  romeo AND\n           ^"
        );
    }
}
