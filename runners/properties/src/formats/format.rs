//! What a format is.

use std::ops::Range;

use crate::document::{Column, Document, MAX_LENGTH};
use crate::formats::formats;
use killrate_model::hint;

/// A way to write data into a file.
#[derive(Debug)]
pub struct FormatInfo {
    /// The name in manifests.
    pub name: &'static str,
    /// What files of this format look like, in one line.
    pub description: &'static str,
    /// A small complete file.
    pub example: &'static str,
    /// Whether its rows can be moved, removed and repeated.
    pub has_rows: bool,
    /// Whether it holds numbers that can be changed.
    pub has_numbers: bool,
    /// Whether it holds values in which a text can be replaced.
    pub has_texts: bool,
    /// Whether a number that is not written is zero, so that nothing can be added to it.
    pub omits_zeros: bool,
    /// Finds rows and cells; `None` where the content is taken as it is.
    pub(crate) read: Option<Read>,
}

/// Reads a text into rows and cells.
pub(crate) type Read = for<'a> fn(&'a str) -> Result<Document<'a>, FormatError>;

/// Why content is not what its format demands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl FormatInfo {
    /// Whether its content is text, line by line.
    pub fn is_text(&self) -> bool {
        self.read.is_some()
    }

    /// The content as text.
    fn decode<'a>(&self, content: &'a [u8]) -> Result<&'a str, FormatError> {
        std::str::from_utf8(content).map_err(|error| {
            let before = &content[..error.valid_up_to()];
            FormatError {
                line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
                problem: "not UTF-8 text".to_owned(),
            }
        })
    }

    /// The rows and cells of some content, with the column of this name marked as the label.
    ///
    /// `None` when the format takes content as it is.
    pub(crate) fn read<'a>(
        &self,
        content: &'a [u8],
        label: Option<&str>,
    ) -> Result<Option<Document<'a>>, FormatError> {
        let Some(read) = self.read else {
            return Ok(None);
        };
        if content.len() > MAX_LENGTH {
            return Err(FormatError {
                line: 1,
                problem: "the file has more than 4 GB".to_owned(),
            });
        }
        let mut document = read(self.decode(content)?)?;
        if let Some(label) = label {
            mark_label(&mut document.columns, label)?;
        }
        Ok(Some(document))
    }
}

/// The format of this name.
pub(crate) fn find(name: &str) -> Option<&'static FormatInfo> {
    formats().iter().copied().find(|format| format.name == name)
}

/// The lines of a text: where each is without its line end, which is `\n` or `\r\n`.
pub(super) fn line_places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = match content.len() == line.len() {
            true => content,
            false => content.strip_suffix('\r').unwrap_or(content),
        };
        let place = start..start + content.len();
        start += line.len();
        place
    })
}

/// The part of `text` without the white space around it.
#[inline]
pub(super) fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let part = &text[place.clone()];
    // Nearly all values in files are bare.
    let ends = [part.as_bytes().first(), part.as_bytes().last()];
    if !ends.into_iter().flatten().any(u8::is_ascii_whitespace) {
        return place;
    }
    let start = place.start + (part.len() - part.trim_ascii_start().len());
    start..start + part.trim_ascii().len()
}

fn mark_label(columns: &mut [Column], label: &str) -> Result<(), FormatError> {
    let named = columns.iter().position(|column| column.name == label);
    let index = match (label, named) {
        (_, Some(index)) => index,
        // Without columns there is nothing that a transform could change by mistake.
        ("last", None) if columns.is_empty() => return Ok(()),
        ("last", None) => columns.len() - 1,
        (_, None) => {
            let names = columns.iter().map(|column| column.name.as_str());
            return Err(FormatError {
                line: 1,
                problem: format!(
                    "there is no label column `{label}`; {}",
                    hint(label, names.collect::<Vec<_>>())
                ),
            });
        }
    };
    columns[index].is_label = true;
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::number::Number;

    #[test]
    fn formats_are_listed_by_name() {
        assert!(formats().is_sorted_by_key(|format| format.name));
    }

    #[test]
    fn every_example_is_accepted_and_written_back() {
        for format in formats() {
            let document = format.read(format.example.as_bytes(), None).unwrap();
            let written = document.map(|document| document.write());
            assert_eq!(written.as_deref().unwrap_or(format.example), format.example);
        }
    }

    #[test]
    fn every_format_finds_the_line_that_is_not_utf_8() {
        for format in formats().iter().filter(|format| format.read.is_some()) {
            let error = format.read(b"a\nb\xff\n", None).unwrap_err();
            assert_eq!(error.to_string(), "line 2: not UTF-8 text");
        }
    }

    #[test]
    fn an_unknown_label_column_gets_the_nearest_name() {
        let error = find("csv").unwrap().read(b"a,class\n", Some("clas"));
        assert_eq!(
            error.unwrap_err().to_string(),
            "line 1: there is no label column `clas`; the nearest name is `class`"
        );
    }

    /// Text made of the characters that formats give a meaning to.
    fn structured() -> impl Strategy<Value = String> {
        "([a-c1-9?.,:;|%@{}<>=\"'/\\[\\]\\\\ \t-]|\n|\r\n|@data\n|@attribute a real\n|</?a>){0,60}"
    }

    /// A format and its example with a few characters put in or taken out.
    fn nearly_valid() -> impl Strategy<Value = (&'static FormatInfo, String)> {
        let edit = (any::<proptest::sample::Index>(), "[a1.,:<>\"'{}&?\n -]?");
        let edits = proptest::collection::vec(edit, 0..4);
        (0..formats().len(), edits).prop_map(|(index, edits)| {
            let format = formats()[index];
            let mut chars: Vec<char> = format.example.chars().collect();
            for (place, inserted) in edits {
                let at = place.index(chars.len());
                match inserted.chars().next() {
                    Some(c) => chars.insert(at, c),
                    None => drop(chars.remove(at)),
                }
            }
            (format, chars.into_iter().collect())
        })
    }

    /// All values of all rows, column by column.
    fn values<'a>(document: &'a Document<'_>) -> Vec<Vec<Option<&'a str>>> {
        let n_columns = document.columns.len();
        let rows = document.rows().iter();
        rows.map(|row| (0..n_columns).map(|column| row.value(column)).collect())
            .collect()
    }

    proptest! {
        #[test]
        fn changed_values_are_read_back_and_nothing_else_changes((format, text) in nearly_valid()) {
            let Ok(Some(mut document)) = format.read(text.as_bytes(), None) else {
                return Ok(());
            };
            prop_assert_eq!(document.write(), text.as_str());
            let is_numeric = document.numeric_columns();
            let rows: Vec<usize> = (0..document.rows().len()).collect();
            document
                .change(&rows, |column: usize, value: &str, text: &mut Vec<u8>| {
                    let is_changed = is_numeric[column] && Number::is_number(value);
                    text.extend_from_slice(if is_changed { b"7" } else { b"" });
                    Ok::<_, ()>(is_changed)
                })
                .unwrap();
            let written = document.write();
            let read = format.read(written.as_bytes(), None).unwrap().unwrap();
            prop_assert_eq!(values(&read), values(&document));
            prop_assert_eq!(&read.columns, &document.columns);
        }

        #[test]
        fn no_format_panics_on_any_bytes(content in proptest::collection::vec(any::<u8>(), 0..200)) {
            for format in formats() {
                let _ = format.read(&content, Some("last"));
            }
        }

        #[test]
        fn accepted_text_is_written_back_byte_by_byte(text in structured()) {
            for format in formats() {
                if let Ok(Some(document)) = format.read(text.as_bytes(), Some("last")) {
                    prop_assert_eq!(document.write(), text.as_str());
                }
            }
        }
    }
}
