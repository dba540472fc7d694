//! Comma-separated values with a header line.

use std::ops::Range;

use crate::document::{Cell, Column, Document, RowPlace};
use crate::formats::format::{Encoding, FilePosition, FormatError, FormatInfo, trimmed};

/// A table as RFC 4180 describes it; the first record names the columns.
pub(crate) const CSV: FormatInfo = FormatInfo {
    name: "csv",
    description: "comma-separated values (RFC 4180); the first record names the columns",
    example: "petal-length,petal-width,class\n1.4,0.2,Iris-setosa\n4.7,1.4,Iris-versicolor\n",
    has_rows: true,
    has_numbers: true,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut reader = Reader {
        text,
        at: if text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        },
        line: 1,
    };
    let mut columns = Vec::new();
    let header = reader
        .record(0)?
        .filter(|header| !header.span.is_empty())
        .ok_or_else(|| FormatError {
            position: FilePosition::Line(1),
            problem: "there is no header".to_owned(),
        })?;
    for cell in header.cells {
        let name = &text[header.span.clone()][cell.span()];
        columns.push(Column::undeclared(name.replace("\"\"", "\"")));
    }
    // Rows are about as long as the first; moving them as they become more costs as much as reading.
    let first = text[reader.at..].lines().next().map_or(1, str::len);
    let mut rows = Vec::with_capacity((text.len() - reader.at) / first.max(2));
    loop {
        // A record may go on over several lines, and an error names the first one.
        let line = reader.line;
        let Some(row) = reader.record(columns.len())? else {
            break;
        };
        // A line without anything in it is a slip, also where there is but one column.
        if row.cells.len() != columns.len() || row.span.is_empty() {
            let problem = if row.span.is_empty() {
                "the line is empty".to_owned()
            } else {
                format!(
                    "{} where the header has {}",
                    fields(row.cells.len()),
                    columns.len()
                )
            };
            return Err(FormatError {
                position: FilePosition::Line(line),
                problem,
            });
        }
        rows.push(row);
    }
    Ok(Document::new(text, columns, rows))
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Reader<'_> {
    /// The next record, about as wide as expected; the reader is then after its line end.
    fn record(&mut self, n_cells: usize) -> Result<Option<RowPlace>, FormatError> {
        let start = self.at;
        if start == self.text.len() {
            return Ok(None);
        }
        let mut cells = Vec::with_capacity(n_cells);
        loop {
            let field = self.field()?;
            let in_row = field.start - start..field.end - start;
            cells.push(Cell::new(cells.len(), in_row));
            if self.peek() == Some(b',') {
                self.at += 1;
                continue;
            }
            let span = start..self.at;
            if self.peek() == Some(b'\r') {
                self.at += 1;
            }
            if self.peek() == Some(b'\n') {
                self.at += 1;
                self.line += 1;
            }
            return Ok(Some(RowPlace { span, cells }));
        }
    }

    /// Where the next value is; the reader is then at a comma, a line end or the end.
    fn field(&mut self) -> Result<Range<usize>, FormatError> {
        if self.peek() == Some(b'"') {
            return self.quoted_field();
        }
        let start = self.at;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b',' | b'\n' => break,
                b'\r' if bytes.get(self.at + 1) == Some(&b'\n') => break,
                b'\r' => return Err(self.error("a carriage return without a line feed")),
                b'"' => return Err(self.error("a quote inside a value without quotes")),
                _ => self.at += 1,
            }
        }
        Ok(trimmed(self.text, start..self.at))
    }

    fn quoted_field(&mut self) -> Result<Range<usize>, FormatError> {
        let opening = FormatError {
            position: FilePosition::Line(self.line),
            problem: "a quote is opened and never closed".to_owned(),
        };
        self.at += 1;
        let start = self.at;
        loop {
            match self.peek() {
                None => return Err(opening),
                Some(b'"') if self.text.as_bytes().get(self.at + 1) == Some(&b'"') => self.at += 2,
                Some(b'"') => break,
                Some(b'\n') => {
                    self.line += 1;
                    self.at += 1;
                }
                Some(_) => self.at += 1,
            }
        }
        // The quotes are no part of the value, so that what takes its place stands between them
        // too.
        let place = start..self.at;
        self.at += 1;
        let rest = &self.text[self.at..];
        let is_done = rest.is_empty() || rest.starts_with([',', '\n']) || rest.starts_with("\r\n");
        if is_done {
            Ok(place)
        } else {
            Err(self.error("text after a closing quote"))
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, problem: &str) -> FormatError {
        FormatError {
            position: FilePosition::Line(self.line),
            problem: problem.to_owned(),
        }
    }
}

fn fields(n_fields: usize) -> String {
    match n_fields {
        1 => "1 field".to_owned(),
        n => format!("{n} fields"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check_rows(text: &str, columns: &[&str], rows: &[&[&str]]) {
        let document = read(text).unwrap();
        let names: Vec<&str> = document.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, columns);
        let values = |row: usize| -> Vec<&str> {
            (0..names.len())
                .map(|column| document.rows()[row].value(column).unwrap())
                .collect()
        };
        assert_eq!(document.rows().len(), rows.len());
        for (index, expected) in rows.iter().enumerate() {
            assert_eq!(values(index), *expected);
        }
        assert_eq!(document.write(), text);
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn quotes_spaces_and_line_ends_are_around_the_values() {
        check_rows(
            "a, b ,\"c d\"\r\n1, 2 ,\"3\"\r\n\"x,\ny\",?,",
            &["a", "b", "c d"],
            &[&["1", "2", "3"], &["x,\ny", "?", ""]],
        );
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_a_name() {
        check_rows("\u{feff}a,b\n1,2\n", &["a", "b"], &[&["1", "2"]]);
        check_rows("\u{feff}\"a\"\"\"\n1", &["a\""], &[&["1"]]);
    }

    #[test]
    fn a_header_alone_is_a_table_without_rows() {
        check_rows("a,b", &["a", "b"], &[]);
    }

    #[test]
    fn ragged_rows_are_refused_with_their_line() {
        check_refused("a,b\n1,2\n3\n", "line 3: 1 field where the header has 2");
        check_refused(
            "a,b\n\"\n\",2\n1,2,3",
            "line 4: 3 fields where the header has 2",
        );
        check_refused("a,b\n1,2\n\n", "line 3: the line is empty");
        check_refused("a\n\n1\n", "line 2: the line is empty");
    }

    #[test]
    fn broken_quotes_and_line_ends_are_refused_with_their_line() {
        check_refused("", "line 1: there is no header");
        check_refused("\na\n", "line 1: there is no header");
        check_refused("a\n\"x\n\n", "line 2: a quote is opened and never closed");
        check_refused("a\n\"x\"y\n", "line 2: text after a closing quote");
        check_refused("a\nx\"y\n", "line 2: a quote inside a value without quotes");
        check_refused("a\nx\ry\n", "line 2: a carriage return without a line feed");
    }

    proptest! {
        #[test]
        fn values_are_those_that_the_csv_crate_reads(text in "(([a-c0-9. ?]|\"[a-c,\n]\"|,){0,8}\r?\n){1,6}") {
            if let Ok(document) = read(&text) {
                let records: Vec<csv::StringRecord> = csv::ReaderBuilder::new()
                    .trim(csv::Trim::Fields)
                    .from_reader(text.as_bytes())
                    .records()
                    .collect::<Result<_, _>>()
                    .unwrap();
                let expected: Vec<Vec<&str>> =
                    records.iter().map(|record| record.iter().map(str::trim).collect()).collect();
                let actual: Vec<Vec<String>> = document
                    .rows()
                    .iter()
                    .map(|row| {
                        (0..document.columns.len())
                            .map(|column| row.value(column).unwrap().trim().replace("\"\"", "\""))
                            .collect()
                    })
                    .collect();
                prop_assert_eq!(actual, expected);
            }
        }
    }
}
