//! Attribute-relation files, as Weka reads them.

use std::ops::Range;

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace, is_missing};
use crate::formats::format::{
    Encoding, FilePosition, FormatError, FormatInfo, line_places, trimmed,
};
use crate::number::Number;

/// Declared attributes, then rows after `@data`; rows in braces hold what is not zero.
pub(crate) const ARFF: FormatInfo = FormatInfo {
    name: "arff",
    description: "attribute-relation files as Weka reads them; sparse rows are in braces",
    example: "@relation iris\n\
              @attribute petal-length numeric\n\
              @attribute class {Iris-setosa,Iris-versicolor}\n\
              @data\n\
              1.4,Iris-setosa\n\
              ?,Iris-versicolor\n",
    has_rows: true,
    has_numbers: true,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut columns = Vec::new();
    let mut rows = Vec::new();
    let mut is_sparse = false;
    let mut is_data = false;
    let mut n_lines = 0;
    for (index, span) in line_places(text).enumerate() {
        n_lines = index + 1;
        let at = |problem: String| FormatError {
            position: FilePosition::Line(index + 1),
            problem,
        };
        let line = &text[span.clone()];
        let content = trimmed(line, 0..line.len());
        // Comments and empty lines belong to the text between rows.
        if content.is_empty() || line[content.clone()].starts_with('%') {
            continue;
        }
        if is_data {
            let cells = if line[content.clone()].starts_with('{') {
                is_sparse = true;
                read_sparse(line, content, columns.len())
            } else {
                read_dense(line, content, columns.len())
            }
            .map_err(at)?;
            check_numbers(line, &cells, &columns).map_err(at)?;
            rows.push(RowPlace { span, cells });
            continue;
        }
        let (keyword, rest) = split_word(&line[content]);
        match keyword.to_ascii_lowercase().as_str() {
            "@relation" => {}
            "@attribute" => columns.push(read_attribute(rest).map_err(at)?),
            "@data" if columns.is_empty() => {
                return Err(at("there is no `@attribute` before `@data`".to_owned()));
            }
            "@data" => is_data = true,
            _ => {
                let expected = "expected `@relation`, `@attribute` or `@data`";
                return Err(at(format!("{expected}, not `{keyword}`")));
            }
        }
    }
    if !is_data {
        return Err(FormatError {
            position: FilePosition::Line(n_lines.max(1)),
            problem: "there is no `@data`".to_owned(),
        });
    }
    let mut document = Document::new(text, columns, rows);
    // One row in braces is enough: adding to every number would have to reach zeros that are not
    // written.
    document.omits_zeros = is_sparse;
    Ok(document)
}

/// The name and type that follow `@attribute`.
fn read_attribute(declaration: &str) -> Result<Column, String> {
    let quote = declaration
        .chars()
        .next()
        .filter(|c| matches!(c, '\'' | '"'));
    let (name, kind) = match quote {
        Some(quote) => {
            let end = closing_quote(declaration, 0, quote)?;
            (&declaration[1..end], declaration[end + 1..].trim_ascii())
        }
        None => split_word(declaration),
    };
    let kind_name = kind.split([' ', '\t', '{']).next().unwrap_or_default();
    let kind = match kind_name.to_ascii_lowercase().as_str() {
        "numeric" | "real" | "integer" => ColumnKind::Numeric,
        "" if kind.starts_with('{') && kind.ends_with('}') => ColumnKind::Other,
        "string" | "date" => ColumnKind::Other,
        _ => return Err(format!("attribute `{name}` has no type that is known")),
    };
    Ok(Column {
        name: name.to_owned(),
        is_label: false,
        kind,
    })
}

fn read_dense(line: &str, content: Range<usize>, n_columns: usize) -> Result<Vec<Cell>, String> {
    let places = split_values(line, content)?;
    if places.len() != n_columns {
        return Err(format!(
            "{} values for {n_columns} attributes",
            places.len()
        ));
    }
    let cells = places.into_iter().enumerate();
    Ok(cells
        .map(|(column, span)| Cell::new(column, span))
        .collect())
}

fn read_sparse(line: &str, content: Range<usize>, n_columns: usize) -> Result<Vec<Cell>, String> {
    if !line[content.clone()].ends_with('}') {
        return Err("a brace is opened and never closed".to_owned());
    }
    let inside = trimmed(line, content.start + 1..content.end - 1);
    if inside.is_empty() {
        return Ok(Vec::new());
    }
    let mut cells: Vec<Cell> = Vec::new();
    for place in split_values(line, inside)? {
        let pair = &line[place.clone()];
        let (index, value) = split_word(pair);
        let column: usize = index
            .parse()
            .map_err(|_| format!("`{pair}` is not an index and a value"))?;
        if value.is_empty() {
            return Err(format!("`{pair}` is not an index and a value"));
        }
        if column >= n_columns || cells.last().is_some_and(|last| last.column() >= column) {
            return Err(format!("index {column} is too large or out of order"));
        }
        cells.push(Cell::new(column, place.end - value.len()..place.end));
    }
    Ok(cells)
}

/// The values between commas; commas in quotes do not count.
fn split_values(line: &str, content: Range<usize>) -> Result<Vec<Range<usize>>, String> {
    let mut places = Vec::new();
    let mut start = content.start;
    let mut at = content.start;
    while at < content.end {
        match line.as_bytes()[at] {
            quote @ (b'\'' | b'"') => at = closing_quote(line, at, char::from(quote))?,
            b',' => {
                places.push(trimmed(line, start..at));
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    places.push(trimmed(line, start..content.end));
    Ok(places)
}

/// Where the quote that is opened at `start` is closed; a backslash hides one.
fn closing_quote(line: &str, start: usize, quote: char) -> Result<usize, String> {
    let mut is_hidden = false;
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at <= start) {
        match c {
            _ if is_hidden => is_hidden = false,
            '\\' => is_hidden = true,
            c if c == quote => return Ok(at),
            _ => {}
        }
    }
    Err("a quote is opened and never closed".to_owned())
}

fn check_numbers(line: &str, cells: &[Cell], columns: &[Column]) -> Result<(), String> {
    for cell in cells {
        let column = &columns[cell.column()];
        let value = &line[cell.span()];
        let is_fine =
            column.kind != ColumnKind::Numeric || is_missing(value) || Number::is_number(value);
        if !is_fine {
            return Err(format!(
                "`{value}` is not a number, but attribute `{}` is numeric",
                column.name
            ));
        }
    }
    Ok(())
}

/// The text before and after the first white space.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once([' ', '\t']) {
        Some((word, rest)) => (word, rest.trim_ascii()),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "% c\n@RELATION r\n\n@attribute 'a b' REAL\n@attribute n {x,'y z'}\n\
                          @attribute s string\n@data\n";

    #[track_caller]
    fn check_rows(data: &str, rows: &[[Option<&str>; 3]]) {
        let text = format!("{HEADER}{data}");
        let document = read(&text).unwrap();
        let found: Vec<[Option<&str>; 3]> = document
            .rows()
            .iter()
            .map(|row| [0, 1, 2].map(|column| row.value(column)))
            .collect();
        assert_eq!(found, rows);
        assert_eq!(document.write(), text);
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn names_and_kinds_come_from_the_header() {
        let document = read(HEADER).unwrap();
        let columns: Vec<(&str, ColumnKind)> = document
            .columns
            .iter()
            .map(|column| (column.name.as_str(), column.kind))
            .collect();
        assert_eq!(
            columns,
            [
                ("a b", ColumnKind::Numeric),
                ("n", ColumnKind::Other),
                ("s", ColumnKind::Other)
            ]
        );
    }

    #[test]
    fn rows_hold_values_between_commas_that_are_not_in_quotes() {
        check_rows(
            "1.5, 'y z' ,\"a,\\\"b\"\r\n% between\n?,x,?\n",
            &[
                [Some("1.5"), Some("'y z'"), Some("\"a,\\\"b\"")],
                [Some("?"), Some("x"), Some("?")],
            ],
        );
    }

    #[test]
    fn sparse_rows_hold_some_columns() {
        check_rows(
            "{0 1.5, 2 'a,b'}\n{ }\n{1 x}",
            &[
                [Some("1.5"), None, Some("'a,b'")],
                [None, None, None],
                [None, Some("x"), None],
            ],
        );
    }

    #[test]
    fn a_wrong_header_is_refused_with_its_line() {
        check_refused("", "line 1: there is no `@data`");
        check_refused(
            "@relation r\n@data\n",
            "line 2: there is no `@attribute` before `@data`",
        );
        check_refused(
            "@relation r\n1,2\n",
            "line 2: expected `@relation`, `@attribute` or `@data`, not `1,2`",
        );
        check_refused(
            "@attribute a colour\n",
            "line 1: attribute `a` has no type that is known",
        );
        check_refused(
            "@attribute 'a real\n",
            "line 1: a quote is opened and never closed",
        );
    }

    #[test]
    fn a_wrong_row_is_refused_with_its_line() {
        let check = |row: &str, problem: &str| {
            check_refused(&format!("{HEADER}{row}\n"), &format!("line 8: {problem}"));
        };
        check("1,x", "2 values for 3 attributes");
        check(
            "a,x,y",
            "`a` is not a number, but attribute `a b` is numeric",
        );
        check("1,'x,y", "a quote is opened and never closed");
        check("{0 1", "a brace is opened and never closed");
        check("{0}", "`0` is not an index and a value");
        check("{3 1}", "index 3 is too large or out of order");
        check("{1 x, 0 1}", "index 0 is too large or out of order");
    }
}
