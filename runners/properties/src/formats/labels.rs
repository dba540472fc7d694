//! What a classifier says, one label per line.

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace};
use crate::formats::format::{Encoding, FilePosition, FormatError, FormatInfo, line_places};

/// One label per line; labels are names, also those that look like numbers.
pub(crate) const LABELS: FormatInfo = FormatInfo {
    name: "labels",
    description: "one class label per line, at least one; labels are never numbers",
    example: "Iris-setosa\nIris-virginica\n",
    has_rows: true,
    has_numbers: false,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut rows = Vec::new();
    for (index, span) in line_places(text).enumerate() {
        if text[span.clone()].trim().is_empty() {
            return Err(no_label(index + 1));
        }
        rows.push(RowPlace {
            cells: vec![Cell::new(0, 0..span.len())],
            span,
        });
    }
    if rows.is_empty() {
        return Err(no_label(1));
    }
    let column = Column {
        name: "label".to_owned(),
        is_label: true,
        kind: ColumnKind::Other,
    };
    Ok(Document::new(text, vec![column], rows))
}

fn no_label(line: usize) -> FormatError {
    FormatError {
        position: FilePosition::Line(line),
        problem: "there is no label".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_holds_a_label() {
        let document = read("0\n1\n").unwrap();
        assert_eq!(document.rows()[1].value(0), Some("1"));
        assert_eq!(document.numeric_columns(), [false]);
    }

    #[test]
    fn a_blank_line_or_an_empty_file_is_refused() {
        assert_eq!(read("a\n \nb\n"), Err(no_label(2)));
        assert_eq!(read(""), Err(no_label(1)));
    }
}
