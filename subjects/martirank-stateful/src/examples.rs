//! The rows of a file, column by column.

use crate::error::InputError;
use std::fs;

/// How an unknown value is written in a file.
const UNKNOWN: &str = "?";

/// Labelled or unlabelled rows of numbers.
#[derive(Debug, PartialEq)]
pub struct Examples {
    /// The file as named on the command line.
    pub path: String,
    /// One value per example, for every attribute; not a number where the value is missing.
    pub columns: Vec<Vec<f64>>,
    /// Whether an example is positive, that is, labelled 1.
    pub labels: Vec<bool>,
}

/// Whether labels are needed or ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Training: every row is 0 or 1, and both occur.
    Needed,
    /// Ranking: unknown ones are read as 0.
    Ignored,
}

/// Whether a value of a column is unknown.
pub fn is_missing(value: f64) -> bool {
    value.is_nan()
}

impl Examples {
    /// Reads a file; there is no quoting, so a comma always separates.
    pub fn read(path: &str, labels: Labels) -> Result<Examples, InputError> {
        let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
            path: path.to_owned(),
            cause,
        })?;
        Examples::parse(path, &text, labels)
    }

    /// Takes the text of a file apart.
    pub fn parse(path: &str, text: &str, labels: Labels) -> Result<Examples, InputError> {
        let mut lines = text.lines();
        let Some(header) = lines.next() else {
            return Err(table_error(
                path,
                "it is empty; start it with a header line",
            ));
        };
        let n_columns = header.split(',').count();
        if n_columns < 2 {
            let reason = "the header has one column; give at least one attribute and the label";
            return Err(line_error(path, 1, reason.to_owned()));
        }
        let mut examples = Examples {
            path: path.to_owned(),
            columns: vec![Vec::new(); n_columns - 1],
            labels: Vec::new(),
        };
        let mut line = 1;
        for row in lines {
            line += 1;
            examples.add_row(row, line, labels)?;
        }
        if examples.labels.is_empty() {
            let reason = "it has no rows; add at least one below the header";
            return Err(table_error(path, reason));
        }
        if labels == Labels::Needed {
            let n_positives = examples.n_positives();
            if n_positives == 0 || n_positives == examples.n_examples() {
                let reason = "all its labels are equal; give at least one 0 and one 1";
                return Err(table_error(path, reason));
            }
        }
        Ok(examples)
    }

    /// How many rows there are.
    pub fn n_examples(&self) -> usize {
        self.labels.len()
    }

    /// How many columns there are, without the label.
    pub fn n_attributes(&self) -> usize {
        self.columns.len()
    }

    /// How many rows are labelled 1.
    pub fn n_positives(&self) -> usize {
        let mut n_positives = 0;
        for example in 0..self.labels.len() {
            if self.labels[example] {
                n_positives += 1;
            }
        }
        n_positives
    }

    /// Refuses a missing value of the given attributes, for runs that cannot place it.
    pub fn require_known(
        &self,
        attributes: impl IntoIterator<Item = usize>,
    ) -> Result<(), InputError> {
        for attribute in attributes {
            for example in 0..self.n_examples() {
                if is_missing(self.columns[attribute][example]) {
                    let reason = format!(
                        "value {} is missing and would get a random place; choose it with `--seed`",
                        attribute + 1
                    );
                    return Err(line_error(&self.path, example + 2, reason));
                }
            }
        }
        Ok(())
    }

    fn add_row(&mut self, row: &str, line: usize, labels: Labels) -> Result<(), InputError> {
        let n_attributes = self.columns.len();
        let mut n_cells = 0;
        for cell in row.split(',') {
            let cell = cell.trim();
            if n_cells < n_attributes {
                let value = parse_value(cell)
                    .ok_or_else(|| not_a_number(&self.path, line, n_cells + 1, cell))?;
                self.columns[n_cells].push(value);
            } else if n_cells == n_attributes {
                let label =
                    parse_label(cell, labels).ok_or_else(|| not_a_label(&self.path, line, cell))?;
                self.labels.push(label);
            }
            n_cells += 1;
        }
        if n_cells != n_attributes + 1 {
            let reason = format!(
                "it has {n_cells} values where the header has {}; give one value per column",
                n_attributes + 1
            );
            return Err(line_error(&self.path, line, reason));
        }
        Ok(())
    }
}

fn parse_value(cell: &str) -> Option<f64> {
    if cell == UNKNOWN {
        return Some(f64::NAN);
    }
    let value: f64 = cell.parse().ok()?;
    // The words for infinity and for no number are numbers to Rust, but no values.
    if value.is_finite() { Some(value) } else { None }
}

fn parse_label(cell: &str, labels: Labels) -> Option<bool> {
    match cell {
        "1" => Some(true),
        "0" => Some(false),
        UNKNOWN if labels == Labels::Ignored => Some(false),
        _ => None,
    }
}

fn not_a_number(path: &str, line: usize, column: usize, cell: &str) -> InputError {
    let reason = format!("value {column} is `{cell}`; write a number, or `?` where it is unknown");
    line_error(path, line, reason)
}

fn not_a_label(path: &str, line: usize, cell: &str) -> InputError {
    line_error(path, line, format!("the label is `{cell}`; write 0 or 1"))
}

fn line_error(path: &str, line: usize, reason: String) -> InputError {
    InputError::Line {
        path: path.to_owned(),
        line,
        reason,
    }
}

fn table_error(path: &str, reason: &str) -> InputError {
    InputError::Table {
        path: path.to_owned(),
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The examples of a text that can be trained on.
    pub(crate) fn training_examples(text: &str) -> Examples {
        Examples::parse("a.csv", text, Labels::Needed).expect("the text can be trained on")
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = Examples::parse("a.csv", text, Labels::Needed).expect_err("it is unusable");
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn values_are_kept_by_column() {
        let examples = training_examples("x,y,l\r\n1,-2.5,0\r\n 3 ,4e2,1\r\n");
        assert_eq!(examples.columns, [[1.0, 3.0], [-2.5, 400.0]]);
        assert_eq!(examples.labels, [false, true]);
        assert_eq!(examples.n_examples(), 2);
        assert_eq!(examples.n_attributes(), 2);
        assert_eq!(examples.n_positives(), 1);
    }

    #[test]
    fn a_missing_value_needs_a_seed_where_it_is_used() {
        let examples = training_examples("x,y,l\n1,2,0\n3,?,1\n");
        assert!(is_missing(examples.columns[1][1]));
        assert!(!is_missing(examples.columns[1][0]));
        assert!(examples.require_known([0]).is_ok());
        let error = examples.require_known([0, 1]).expect_err("it is missing");
        assert_eq!(
            error.to_string(),
            "cannot use `a.csv`, line 3\n  because value 2 is missing and would get a random \
             place; choose it with `--seed`"
        );
    }

    #[test]
    fn labels_of_rows_to_rank_may_be_unknown_and_equal() {
        let examples = Examples::parse("a.csv", "x,l\n1,?\n2,0\n", Labels::Ignored)
            .expect("nothing is said about labels");
        assert_eq!(examples.labels, [false, false]);
    }

    #[test]
    fn an_empty_file_is_refused() {
        check_refused(
            "",
            "cannot use `a.csv`\n  because it is empty; start it with a header line",
        );
    }

    #[test]
    fn a_header_alone_is_refused() {
        check_refused(
            "x,l\n",
            "cannot use `a.csv`\n  because it has no rows; add at least one below the header",
        );
    }

    #[test]
    fn a_single_column_is_refused() {
        check_refused(
            "l\n1\n0\n",
            "cannot use `a.csv`, line 1\n  because the header has one column; \
             give at least one attribute and the label",
        );
    }

    #[test]
    fn a_short_row_is_refused_with_its_line() {
        check_refused(
            "x,l\n1,0\n2\n",
            "cannot use `a.csv`, line 3\n  because it has 1 values where the header has 2; \
             give one value per column",
        );
    }

    #[test]
    fn a_long_row_is_refused_with_its_line() {
        check_refused(
            "x,l\n1,0,5\n",
            "cannot use `a.csv`, line 2\n  because it has 3 values where the header has 2; \
             give one value per column",
        );
    }

    #[test]
    fn a_word_or_an_infinite_number_is_refused() {
        let advice = "; write a number, or `?` where it is unknown";
        check_refused(
            "x,l\nbig,0\n",
            &format!("cannot use `a.csv`, line 2\n  because value 1 is `big`{advice}"),
        );
        check_refused(
            "x,l\ninf,0\n",
            &format!("cannot use `a.csv`, line 2\n  because value 1 is `inf`{advice}"),
        );
    }

    #[test]
    fn an_unknown_label_cannot_be_learnt_from() {
        check_refused(
            "x,l\n1,?\n",
            "cannot use `a.csv`, line 2\n  because the label is `?`; write 0 or 1",
        );
    }

    #[test]
    fn labels_that_are_all_equal_are_refused() {
        let expected = "cannot use `a.csv`\n  because all its labels are equal; \
                        give at least one 0 and one 1";
        check_refused("x,l\n1,1\n2,1\n", expected);
        check_refused("x,l\n1,0\n2,0\n", expected);
    }
}
