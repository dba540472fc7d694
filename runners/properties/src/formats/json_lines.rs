//! One JSON value per line.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::IgnoredAny;

use crate::document::{Cell, Column, Document, RowPlace};
use crate::formats::format::{Encoding, FilePosition, FormatError, FormatInfo, line_places};

/// One JSON value per line; a column is the path to a number, text or literal, such as `size.0`.
pub(crate) const JSON_LINES: FormatInfo = FormatInfo {
    name: "json-lines",
    description: "one JSON value per line; a column is a path such as `size.width` or `scores.0`",
    example: "{\"id\": \"a\", \"size\": {\"width\": 1.5}}\n{\"id\": \"b\", \"size\": {\"width\": 2}}\n",
    has_rows: true,
    has_numbers: true,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut columns = Vec::new();
    let mut rows = Vec::new();
    for (index, span) in line_places(text).enumerate() {
        let line = &text[span.clone()];
        // The scan below finds places, which no parser tells; that the line is JSON at all is
        // checked here, so that the scan meets no errors.
        serde_json::from_str::<IgnoredAny>(line).map_err(|error| FormatError {
            position: FilePosition::Line(index + 1),
            problem: format!("not JSON at column {}", error.column()),
        })?;
        let cells = scalars(line).into_iter().map(|(path, span)| {
            let column = *places.entry(path).or_insert_with_key(|path| {
                columns.push(Column::undeclared(path));
                columns.len() - 1
            });
            Cell::new(column, span)
        });
        rows.push(RowPlace {
            span,
            cells: cells.collect(),
        });
    }
    Ok(Document::new(text, columns, rows))
}

/// Where in an array or object the scanner is.
enum Level {
    Array(usize),
    /// The key before the value, once it was seen.
    Object(Option<String>),
}

/// The path and place of every number, text and literal of a line that is valid JSON.
fn scalars(line: &str) -> Vec<(String, Range<usize>)> {
    let mut scalars = Vec::new();
    let mut levels: Vec<Level> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let start = at;
        match line.as_bytes()[at] {
            b'{' => levels.push(Level::Object(None)),
            b'[' => levels.push(Level::Array(0)),
            b'}' | b']' => {
                levels.pop();
            }
            b',' => match levels.last_mut() {
                Some(Level::Array(index)) => *index += 1,
                Some(Level::Object(key)) => *key = None,
                None => {}
            },
            b'"' => {
                at = text_end(line, at);
                match levels.last_mut() {
                    Some(Level::Object(key @ None)) => {
                        *key = Some(line[start + 1..at - 1].to_owned());
                    }
                    _ => scalars.push((path(&levels), start..at)),
                }
                continue;
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'-' => {
                let rest = line[at..].find([',', ']', '}', ' ', '\t', '\r']);
                at = rest.map_or(line.len(), |length| at + length);
                scalars.push((path(&levels), start..at));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    scalars
}

/// Where the text that starts at a quote ends.
fn text_end(line: &str, start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = line.as_bytes().get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    line.len()
}

fn path(levels: &[Level]) -> String {
    let steps: Vec<String> = levels
        .iter()
        .map(|level| match level {
            Level::Array(index) => index.to_string(),
            Level::Object(key) => key.clone().unwrap_or_default(),
        })
        .collect();
    if steps.is_empty() {
        "value".to_owned()
    } else {
        steps.join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_scalars(line: &str, expected: &[(&str, &str)]) {
        let scalars = scalars(line);
        let found: Vec<(&str, &str)> = scalars
            .iter()
            .map(|(path, place)| (path.as_str(), &line[place.clone()]))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn scalars_are_found_by_their_path() {
        check_scalars(
            r#"{"a": -1.5e3, "b": {"c": [1, "x,\"", null]}, "d": []}"#,
            &[
                ("a", "-1.5e3"),
                ("b.c.0", "1"),
                ("b.c.1", r#""x,\"""#),
                ("b.c.2", "null"),
            ],
        );
        check_scalars(" 42 ", &[("value", "42")]);
        check_scalars("[[1],[2]]", &[("0.0", "1"), ("1.0", "2")]);
    }

    #[test]
    fn a_text_that_looks_like_a_number_is_none() {
        let document = read("{\"a\":\"1\",\"b\":1}\n{\"a\":\"2\",\"b\":2}\n").unwrap();
        assert_eq!(document.numeric_columns(), [false, true]);
    }

    #[test]
    fn a_line_that_is_not_json_is_refused() {
        let error = read("{\"a\":1}\n{\"a\":}\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2: not JSON at column 6");
        assert_eq!(
            read("1\n\n2\n").unwrap_err().to_string(),
            "line 2: not JSON at column 0"
        );
    }
}
