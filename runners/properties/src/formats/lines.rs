//! Plain text, line by line.

use crate::document::{Cell, Column, Document, RowPlace};
use crate::formats::format::{Encoding, FormatError, FormatInfo, line_places, trimmed};

/// Lines of text; a file whose every line is a number can be calculated with.
pub(crate) const LINES: FormatInfo = FormatInfo {
    name: "lines",
    description: "plain text, one row per line; numeric when every line is one number",
    example: "12.5\n7\n",
    has_rows: true,
    has_numbers: true,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let rows = line_places(text).map(|span| RowPlace {
        cells: vec![Cell::new(0, trimmed(&text[span.clone()], 0..span.len()))],
        span,
    });
    Ok(Document::new(
        text,
        vec![Column::undeclared("line")],
        rows.collect(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_row_and_line_ends_are_not_part_of_it() {
        let document = read("a b\r\n\n 7 ").unwrap();
        let rows: Vec<&str> = document.rows().iter().map(|row| row.text()).collect();
        assert_eq!(rows, ["a b", "", " 7 "]);
        assert_eq!(document.rows()[2].value(0), Some("7"));
    }

    #[test]
    fn an_empty_file_has_no_rows() {
        assert_eq!(read("").unwrap().rows(), []);
    }
}
