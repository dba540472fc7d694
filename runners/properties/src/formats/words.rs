//! Values between white space.

use std::ops::Range;

use crate::document::{Cell, Column, Document, RowPlace};
use crate::formats::format::{Encoding, FormatError, FormatInfo, line_places};

/// Lines of words; the first of every line is column `1`.
pub(crate) const WORDS: FormatInfo = FormatInfo {
    name: "words",
    description: "values between white space, without header; columns are named `1`, `2` and so on",
    example: "3 0.5 x\n4 0.25 y\n",
    has_rows: true,
    has_numbers: true,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut rows = Vec::new();
    let mut n_columns = 0;
    for span in line_places(text) {
        let words = word_places(&text[span.clone()]).enumerate();
        let cells: Vec<Cell> = words
            .map(|(column, span)| Cell::new(column, span))
            .collect();
        n_columns = n_columns.max(cells.len());
        rows.push(RowPlace { span, cells });
    }
    let columns = (1..=n_columns).map(|position| Column::undeclared(position.to_string()));
    Ok(Document::new(text, columns.collect(), rows))
}

/// Where the words of a line are.
pub(crate) fn word_places(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    line.split([' ', '\t'])
        .map(move |word| {
            let place = start..start + word.len();
            start = place.end + 1;
            place
        })
        .filter(|place| !place.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_columns_by_position_and_lines_may_differ_in_length() {
        let document = read(" 3\t0.5  x\n\n4\n").unwrap();
        let row = &document.rows()[0];
        let values = [0, 1, 2].map(|column| row.value(column).unwrap());
        assert_eq!(values, ["3", "0.5", "x"]);
        assert_eq!(document.rows()[2].value(1), None);
        assert_eq!(document.numeric_columns(), [true, true, false]);
    }
}
