//! Decision trees as C4.5 and its relatives print them.

use std::ops::Range;

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace};
use crate::formats::format::{
    Encoding, FilePosition, FormatError, FormatInfo, line_places, trimmed,
};
use crate::number::Number;

/// One test or leaf per line; its numbers are the thresholds, not the counts at the leaves.
pub(crate) const TREE: FormatInfo = FormatInfo {
    name: "tree",
    description: "a printed decision tree; its numbers are the thresholds right of `<`, `<=`, `>` and `>=`",
    example: "petal-length <= 1.9: Iris-setosa (50)\n\
              petal-length > 1.9\n\
              |   petal-width <= 1.7: Iris-versicolor (54/5)\n\
              |   petal-width > 1.7: Iris-virginica (46/1)\n",
    has_rows: false,
    has_numbers: true,
    has_texts: false,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut columns: Vec<Column> = Vec::new();
    let mut rows = Vec::new();
    for (index, span) in line_places(text).enumerate() {
        let line = &text[span.clone()];
        let mut cells = Vec::new();
        if let Some((attribute, threshold)) = find_test(line) {
            if !Number::is_number(&line[threshold.clone()]) {
                return Err(FormatError {
                    position: FilePosition::Line(index + 1),
                    problem: format!("the threshold `{}` is not a number", &line[threshold]),
                });
            }
            let name = &line[attribute];
            let known = columns.iter().position(|column| column.name == name);
            let column = known.unwrap_or_else(|| {
                columns.push(Column {
                    name: name.to_owned(),
                    is_label: false,
                    kind: ColumnKind::Numeric,
                });
                columns.len() - 1
            });
            cells.push(Cell::new(column, threshold));
        }
        rows.push(RowPlace { span, cells });
    }
    if text.trim().is_empty() {
        return Err(FormatError {
            position: FilePosition::Line(1),
            problem: "there is no tree".to_owned(),
        });
    }
    Ok(Document::new(text, columns, rows))
}

/// Where a line has its attribute and its threshold, if it compares numbers at all.
///
/// The first comparison that stands alone between spaces counts, so that names may hold the signs.
fn find_test(line: &str) -> Option<(Range<usize>, Range<usize>)> {
    let mut at = 0;
    for word in line.split(' ') {
        let start = at;
        at += word.len() + 1;
        if !matches!(word, "<" | "<=" | ">" | ">=") {
            continue;
        }
        // A comparison at the end of the line leaves the search one past it.
        let end = line[at.min(line.len())..]
            .find([':', ' '])
            .map_or(line.len(), |length| at + length);
        let indent = line.len() - line.trim_start_matches(['|', ' ']).len();
        return Some((
            trimmed(line, indent.min(start)..start),
            at.min(line.len())..end,
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_test(line: &str, expected: Option<(&str, &str)>) {
        let found = find_test(line).map(|(attribute, value)| (&line[attribute], &line[value]));
        assert_eq!(found, expected);
    }

    #[test]
    fn a_line_tests_an_attribute_against_a_threshold() {
        check_test(
            "|   petal-width <= 1.7: Iris-versicolor (48/1)",
            Some(("petal-width", "1.7")),
        );
        check_test("|   |   a b > -3", Some(("a b", "-3")));
        check_test("x < 1e5 :", Some(("x", "1e5")));
    }

    #[test]
    fn leaves_and_nominal_tests_have_no_threshold() {
        check_test(": Iris-setosa (50)", None);
        check_test("|   outlook = sunny: no (3.0/1.0)", None);
        check_test("a<b = c", None);
    }

    #[test]
    fn a_threshold_that_is_no_number_is_refused_with_its_line() {
        let error = read("a <= 1: x\nb >= nan: y\nb <").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: the threshold `nan` is not a number"
        );
        assert_eq!(
            read("b <").unwrap_err().to_string(),
            "line 1: the threshold `` is not a number"
        );
        assert_eq!(
            read(" \n").unwrap_err().to_string(),
            "line 1: there is no tree"
        );
    }

    #[test]
    fn leaf_counts_are_not_numbers_of_the_tree() {
        let document = read(TREE.example).unwrap();
        let values: Vec<Option<&str>> = document
            .rows()
            .iter()
            .map(|row| row.value(0).or(row.value(1)))
            .collect();
        assert_eq!(values, [Some("1.9"), Some("1.9"), Some("1.7"), Some("1.7")]);
    }
}
