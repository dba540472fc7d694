//! What a format is.

use std::borrow::Cow;
use std::fmt;
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
    /// A small complete file; where files are not text, the text that transforms see instead.
    pub example: &'static str,
    /// Whether its rows can be moved, removed and repeated.
    pub has_rows: bool,
    /// Whether it holds numbers that can be changed.
    pub has_numbers: bool,
    /// Whether it holds values in which a text can be replaced.
    pub has_texts: bool,
    /// Whether it holds search queries.
    pub has_queries: bool,
    /// Whether a number that is not written is zero, so that nothing can be added to it.
    pub omits_zeros: bool,
    pub(crate) encoding: Encoding,
}

/// What the bytes of a file are.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Encoding {
    /// Text, in which rows and cells are found.
    Text(Read),
    /// Text in which every entry of a matrix has a line.
    Matrix(Read),
    /// Anything else; a text stands for them while they are changed.
    Binary(Transcription),
    /// Nobody knows, so that nothing can change them.
    Unknown,
}

/// How a text comes to stand for bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Transcription {
    /// Whether bytes are such a file.
    pub(crate) check: fn(&[u8]) -> Result<(), FormatError>,
    /// The text that stands for them.
    pub(crate) transcribe: fn(&[u8]) -> Result<String, FormatError>,
    /// Finds rows and cells in that text.
    pub(crate) read: Read,
    /// The bytes that a text stands for, or why there are none.
    pub(crate) restore: fn(&str) -> Result<Vec<u8>, String>,
}

/// Reads a text into rows and cells.
pub(crate) type Read = for<'a> fn(&'a str) -> Result<Document<'a>, FormatError>;

/// Why content is not what its format demands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {problem}")]
pub struct FormatError {
    /// Where.
    pub position: FilePosition,
    /// What is wrong there.
    pub problem: String,
}

/// A position in a file, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilePosition {
    /// In a text.
    Line(usize),
    /// In any other file.
    Byte(usize),
}

impl FormatInfo {
    /// Whether its content is text, line by line.
    pub fn is_text(&self) -> bool {
        matches!(self.encoding, Encoding::Text(_) | Encoding::Matrix(_))
    }

    /// Whether its content is a matrix, whose rows and columns have positions instead of names.
    pub(crate) fn is_matrix(&self) -> bool {
        matches!(self.encoding, Encoding::Matrix(_))
    }

    /// Whether nobody knows what its content is.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self.encoding, Encoding::Unknown)
    }

    /// The example as the bytes of a file.
    ///
    /// # Panics
    /// Never: the example stands for a file.
    pub fn example_file(&self) -> Vec<u8> {
        match self.encoding {
            Encoding::Text(_) | Encoding::Matrix(_) | Encoding::Unknown => {
                self.example.as_bytes().to_vec()
            }
            Encoding::Binary(transcription) => {
                (transcription.restore)(self.example).expect("the example stands for a file")
            }
        }
    }

    /// Whether some content is of this format.
    pub(crate) fn check(&self, content: &[u8]) -> Result<(), FormatError> {
        match self.encoding {
            Encoding::Text(_) | Encoding::Matrix(_) => {
                self.read(&self.text(content)?, None).map(drop)
            }
            Encoding::Binary(transcription) => (transcription.check)(content),
            Encoding::Unknown => Ok(()),
        }
    }

    /// The text of some content, or the text that stands for it.
    pub(crate) fn text<'a>(&self, content: &'a [u8]) -> Result<Cow<'a, str>, FormatError> {
        match self.encoding {
            Encoding::Text(_) | Encoding::Matrix(_) => decode(content).map(Cow::Borrowed),
            // The text is up to four times as long as what it stands for.
            Encoding::Binary(_) if content.len() > MAX_LENGTH / 4 => Err(FormatError {
                position: FilePosition::Byte(1),
                problem: "the file has more than 1 GB".to_owned(),
            }),
            Encoding::Binary(transcription) => (transcription.transcribe)(content).map(Cow::Owned),
            Encoding::Unknown => Err(FormatError {
                position: FilePosition::Byte(1),
                problem: "nobody knows the format".to_owned(),
            }),
        }
    }

    /// The rows and cells of a text, with the column of this name marked as the label.
    pub(crate) fn read<'a>(
        &self,
        text: &'a str,
        label: Option<&str>,
    ) -> Result<Document<'a>, FormatError> {
        let read = match self.encoding {
            Encoding::Text(read) | Encoding::Matrix(read) => read,
            Encoding::Binary(transcription) => transcription.read,
            Encoding::Unknown => read_nothing,
        };
        let mut document = read(text)?;
        if let Some(label) = label {
            if self.is_matrix() {
                return Err(FormatError {
                    position: FilePosition::Line(1),
                    problem: format!("a matrix has no label column such as `{label}`"),
                });
            }
            mark_label(&mut document.columns, label)?;
        }
        Ok(document)
    }

    /// The bytes of a document, or why no file of this format holds it.
    pub(crate) fn write(&self, document: &Document<'_>) -> Result<Vec<u8>, String> {
        let text = document.write();
        match self.encoding {
            Encoding::Text(_) | Encoding::Unknown => Ok(text.into_bytes()),
            // A product of integers may be none.
            Encoding::Matrix(read) => match read(&text) {
                Ok(_) => Ok(text.into_bytes()),
                Err(error) => Err(error.problem),
            },
            Encoding::Binary(transcription) => (transcription.restore)(&text),
        }
    }
}

impl fmt::Display for FilePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// A text in which nothing is known.
fn read_nothing(text: &str) -> Result<Document<'_>, FormatError> {
    Ok(Document::new(text, Vec::new(), Vec::new()))
}

/// Content as text, if it is any.
fn decode(content: &[u8]) -> Result<&str, FormatError> {
    if content.len() > MAX_LENGTH {
        return Err(FormatError {
            position: FilePosition::Line(1),
            problem: "the file has more than 4 GB".to_owned(),
        });
    }
    std::str::from_utf8(content).map_err(|error| {
        let before = &content[..error.valid_up_to()];
        FormatError {
            position: FilePosition::Line(1 + before.iter().filter(|&&byte| byte == b'\n').count()),
            problem: "not UTF-8 text".to_owned(),
        }
    })
}

/// The format of this name.
pub(crate) fn find(name: &str) -> Option<&'static FormatInfo> {
    formats().iter().copied().find(|format| format.name == name)
}

/// The lines of a text: where each is without its line end, which is `\n` or `\r\n`.
pub(crate) fn line_places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        // A `\r` that ends the text without a `\n` is no line end, so it stays with the last line.
        let content = match line.strip_suffix('\n') {
            Some(ended) => ended.strip_suffix('\r').unwrap_or(ended),
            None => line,
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
        // A column that is called `last` is meant before the last one is.
        (_, Some(index)) => index,
        // Without columns there is nothing that a transform could change by mistake.
        ("last", None) if columns.is_empty() => return Ok(()),
        ("last", None) => columns.len() - 1,
        (_, None) => {
            let names = columns.iter().map(|column| column.name.as_str());
            return Err(FormatError {
                position: FilePosition::Line(1),
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
            let file = format.example_file();
            format.check(&file).unwrap();
            let Ok(text) = format.text(&file) else {
                assert_eq!(format.name, "any");
                continue;
            };
            assert_eq!(text, format.example);
            let document = format.read(&text, None).unwrap();
            assert_eq!(format.write(&document), Ok(file.clone()));
        }
    }

    #[test]
    fn every_format_finds_the_line_that_is_not_utf_8() {
        for format in formats().iter().filter(|format| format.is_text()) {
            let error = format.check(b"a\nb\xff\n").unwrap_err();
            assert_eq!(error.to_string(), "line 2: not UTF-8 text");
        }
    }

    #[test]
    fn an_unknown_label_column_gets_the_nearest_name() {
        let error = find("csv").unwrap().read("a,class\n", Some("clas"));
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
            let Ok(mut document) = format.read(&text, None) else {
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
            let read = format.read(&written, None).unwrap();
            prop_assert_eq!(values(&read), values(&document));
            prop_assert_eq!(&read.columns, &document.columns);
        }

        #[test]
        fn no_format_panics_on_any_bytes(content in proptest::collection::vec(any::<u8>(), 0..200)) {
            for format in formats() {
                let _ = format.check(&content);
                if let Ok(text) = format.text(&content) {
                    let document = format.read(&text, None);
                    let written = document.map(|document| format.write(&document));
                    // What was read and not changed is the same bytes.
                    prop_assert!(written.is_err() || written == Ok(Ok(content.clone())));
                }
            }
        }

        #[test]
        fn accepted_text_is_written_back_byte_by_byte(text in structured()) {
            for format in formats() {
                if let Ok(document) = format.read(&text, Some("last")) {
                    prop_assert_eq!(document.write(), text.as_str());
                }
            }
        }
    }
}
