//! Comma-separated text as lines of cells.

use crate::error::InputError;
use std::fs;

/// A file with one header line and any number of rows, all of the same width.
#[derive(Debug)]
pub struct Sheet {
    /// The file as named on the command line.
    pub path: String,
    /// The column names.
    pub header: Vec<String>,
    /// The lines below the header.
    pub rows: Vec<SheetRow>,
}

/// One line below the header.
#[derive(Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// The line, counted from 1 with the header.
    pub line: usize,
    /// One text per column, without surrounding blanks.
    pub cells: Vec<String>,
}

impl Sheet {
    /// Reads a file; there is no quoting, so a comma always separates.
    pub fn read(path: &str) -> Result<Sheet, InputError> {
        let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
            path: path.to_owned(),
            cause,
        })?;
        Sheet::parse(path, &text)
    }

    /// Splits the text of a file.
    pub fn parse(path: &str, text: &str) -> Result<Sheet, InputError> {
        let mut lines = text.lines();
        let Some(first) = lines.next() else {
            return Err(InputError::Table {
                path: path.to_owned(),
                reason: "it is empty; start it with a header line".to_owned(),
            });
        };
        let header = split_cells(path, 1, first)?;
        if header.len() < 2 {
            return Err(line_error(
                path,
                1,
                "the header has one column; give at least one attribute and the label".to_owned(),
            ));
        }
        let mut rows = Vec::new();
        let mut line = 1;
        for text in lines {
            line += 1;
            let cells = split_cells(path, line, text)?;
            if cells.len() != header.len() {
                let reason = format!(
                    "it has {} values where the header has {}; give one value per column",
                    cells.len(),
                    header.len()
                );
                return Err(line_error(path, line, reason));
            }
            rows.push(SheetRow { line, cells });
        }
        Ok(Sheet {
            path: path.to_owned(),
            header,
            rows,
        })
    }

    /// An error about one row of this sheet.
    pub fn row_error(&self, row: &SheetRow, reason: String) -> InputError {
        line_error(&self.path, row.line, reason)
    }
}

fn split_cells(path: &str, line: usize, text: &str) -> Result<Vec<String>, InputError> {
    let mut cells = Vec::new();
    for cell in text.split(',') {
        let cell = cell.trim();
        if cell.is_empty() {
            let reason = format!(
                "value {} is empty; write `?` where it is unknown",
                cells.len() + 1
            );
            return Err(line_error(path, line, reason));
        }
        cells.push(cell.to_owned());
    }
    Ok(cells)
}

fn line_error(path: &str, line: usize, reason: String) -> InputError {
    InputError::Line {
        path: path.to_owned(),
        line,
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = Sheet::parse("a.csv", text).expect_err("the text is unusable");
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn rows_know_their_line() {
        let sheet =
            Sheet::parse("a.csv", "x,y\r\n1, no\r\n2,yes\r\n").expect("the text is a table");
        assert_eq!(sheet.header, ["x", "y"]);
        assert_eq!(sheet.rows[0].cells, ["1", "no"]);
        assert_eq!(sheet.rows[1].line, 3);
    }

    #[test]
    fn an_empty_file_is_refused() {
        check_refused(
            "",
            "cannot use `a.csv`\n  because it is empty; start it with a header line",
        );
    }

    #[test]
    fn a_header_alone_is_a_table_without_rows() {
        let sheet = Sheet::parse("a.csv", "x,y\n").expect("the text is a table");
        assert_eq!(sheet.rows, []);
    }

    #[test]
    fn a_single_column_is_refused() {
        check_refused(
            "y\nno\n",
            "cannot use `a.csv`, line 1\n  because the header has one column; \
             give at least one attribute and the label",
        );
    }

    #[test]
    fn a_ragged_row_is_refused_with_its_line() {
        check_refused(
            "x,y\n1,no\n2\n",
            "cannot use `a.csv`, line 3\n  because it has 1 values where the header has 2; \
             give one value per column",
        );
    }

    #[test]
    fn an_empty_value_is_refused() {
        check_refused(
            "x,y\n1,\n",
            "cannot use `a.csv`, line 2\n  because value 2 is empty; write `?` where it is unknown",
        );
    }
}
