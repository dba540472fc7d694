//! Any bytes, one by one.

use std::fmt::Write as _;

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace};
use crate::formats::format::{
    Encoding, FilePosition, FormatError, FormatInfo, Transcription, line_places,
};

/// Any bytes; a row is one byte, whose value is a number from 0 to 255.
pub(crate) const BYTES: FormatInfo = FormatInfo {
    name: "bytes",
    description: "any bytes; a row is one byte, whose value is a number from 0 to 255",
    example: "72\n105\n33\n",
    has_rows: true,
    has_numbers: true,
    has_texts: false,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Binary(Transcription {
        check: |_| Ok(()),
        transcribe,
        read,
        restore,
    }),
};

/// A row for each byte takes memory; this many take a quarter of a gigabyte.
const MOST: usize = 2_000_000;

fn transcribe(content: &[u8]) -> Result<String, FormatError> {
    if content.len() > MOST {
        return Err(FormatError {
            position: FilePosition::Byte(MOST + 1),
            problem: format!("transforms take at most {MOST} bytes"),
        });
    }
    // A byte takes three digits and a line end at most.
    let mut text = String::with_capacity(content.len() * 4);
    for byte in content {
        // Writing into a text cannot fail.
        let _ = writeln!(text, "{byte}");
    }
    Ok(text)
}

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let rows = line_places(text).map(|span| RowPlace {
        cells: vec![Cell::new(0, 0..span.len())],
        span,
    });
    let column = Column {
        name: "byte".to_owned(),
        is_label: false,
        kind: ColumnKind::Numeric,
    };
    Ok(Document::new(text, vec![column], rows.collect()))
}

fn restore(text: &str) -> Result<Vec<u8>, String> {
    text.lines()
        .map(|line| {
            let byte = line.parse();
            byte.map_err(|_| format!("`{line}` is no byte; bytes are 0 to 255"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_number_and_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text = transcribe(&all).unwrap();
        let document = read(&text).unwrap();
        assert_eq!(document.rows().len(), 256);
        assert_eq!(document.rows()[200].value(0), Some("200"));
        assert_eq!(restore(&document.write()), Ok(all));
        assert_eq!(restore(""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_byte_is_told() {
        for number in ["256", "-1", "8.5", "1e2", ""] {
            let refusal = format!("`{number}` is no byte; bytes are 0 to 255");
            assert_eq!(restore(&format!("0\n{number}\n")), Err(refusal));
        }
    }

    #[test]
    fn more_bytes_than_memory_should_be_used_for_are_refused() {
        let error = transcribe(&vec![0; MOST + 1]).unwrap_err();
        let expected = "byte 2000001: transforms take at most 2000000 bytes";
        assert_eq!(error.to_string(), expected);
    }
}
