//! Captured packets.

use std::fmt::Write as _;

use crate::document::{Cell, Column, ColumnKind, Document, RowPlace};
use crate::formats::format::{
    Encoding, FilePosition, FormatError, FormatInfo, Transcription, line_places,
};

/// Packets as tcpdump writes them (libpcap's file format 2.4); a row is one packet.
///
/// In the text that stands for a file, the first line is the file's header in hexadecimal. Each
/// packet is a line of its time, the number of its bytes that were not captured, and those that were,
/// in hexadecimal.
pub(crate) const PCAP: FormatInfo = FormatInfo {
    name: "pcap",
    description: "captured packets; a row is one, with its `time` in seconds and its bytes in hexadecimal as `packet`",
    example: "d4c3b2a1020004000000000000000000ffff000001000000\n\
              1700000000.250000 0 00ff10\n\
              1700000001.000000 60 0a\n",
    has_rows: true,
    has_numbers: true,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Binary(Transcription {
        check: |content| transcribe(content).map(drop),
        transcribe,
        read,
        restore,
    }),
};

const HEADER_LENGTH: usize = 24;
const RECORD_LENGTH: usize = 16;

/// How a file writes its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dialect {
    is_big_endian: bool,
    /// The decimals of a time: 6 for microseconds, 9 for nanoseconds.
    decimals: usize,
}

impl Dialect {
    /// What the first four bytes say.
    fn of(header: &[u8]) -> Option<Self> {
        let (is_big_endian, decimals) = match header.first_chunk()? {
            [0xa1, 0xb2, 0xc3, 0xd4] => (true, 6),
            [0xd4, 0xc3, 0xb2, 0xa1] => (false, 6),
            [0xa1, 0xb2, 0x3c, 0x4d] => (true, 9),
            [0x4d, 0x3c, 0xb2, 0xa1] => (false, 9),
            _ => return None,
        };
        Some(Self {
            is_big_endian,
            decimals,
        })
    }

    fn read(self, bytes: [u8; 4]) -> u32 {
        if self.is_big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        }
    }

    fn write(self, number: u32) -> [u8; 4] {
        if self.is_big_endian {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        }
    }
}

fn transcribe(content: &[u8]) -> Result<String, FormatError> {
    let at = |offset: usize, problem: &str| FormatError {
        position: FilePosition::Byte(offset + 1),
        problem: problem.to_owned(),
    };
    let dialect = Dialect::of(content).ok_or_else(|| at(0, "it does not start as packets do"))?;
    let (header, mut rest) = content
        .split_at_checked(HEADER_LENGTH)
        .ok_or_else(|| at(content.len(), "the header is cut short"))?;
    let mut text = String::with_capacity(content.len() * 2 + 1);
    push_hexadecimal(&mut text, header);
    text.push('\n');
    while !rest.is_empty() {
        let offset = content.len() - rest.len();
        let (record, after) = rest
            .split_at_checked(RECORD_LENGTH)
            .ok_or_else(|| at(offset, "the header of a packet is cut short"))?;
        let (fields, _) = record.as_chunks::<4>();
        let [seconds, fraction, captured, original] = [0, 1, 2, 3].map(|i| dialect.read(fields[i]));
        if u64::from(fraction) >= 10_u64.pow(dialect.decimals as u32) {
            return Err(at(
                offset + 4,
                "the fraction of a second is a second or more",
            ));
        }
        // The difference is kept, not the length on the wire: it stays right when bytes of the
        // packet are added or taken away, and it may be negative.
        let missing = i64::from(original) - i64::from(captured);
        let (packet, after) = after
            .split_at_checked(captured as usize)
            .ok_or_else(|| at(offset, "the packet is cut short"))?;
        let decimals = dialect.decimals;
        let _ = write!(text, "{seconds}.{fraction:0decimals$} {missing} ");
        push_hexadecimal(&mut text, packet);
        text.push('\n');
        rest = after;
    }
    Ok(text)
}

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    let mut rows = Vec::new();
    for (index, span) in line_places(text).enumerate().skip(1) {
        let line = &text[span.clone()];
        // The number between these spaces is checked when the text becomes a file again.
        let places = line.find(' ').zip(line.rfind(' '));
        let (time_end, packet_start) =
            places
                .filter(|(first, last)| first < last)
                .ok_or_else(|| FormatError {
                    position: FilePosition::Line(index + 1),
                    problem: "a packet is its time, the number of missing bytes, and its bytes"
                        .to_owned(),
                })?;
        rows.push(RowPlace {
            cells: vec![
                Cell::new(0, 0..time_end),
                Cell::new(1, packet_start + 1..line.len()),
            ],
            span,
        });
    }
    let column = |name: &str, kind| Column {
        name: name.to_owned(),
        is_label: false,
        kind,
    };
    let columns = vec![
        column("time", ColumnKind::Numeric),
        column("packet", ColumnKind::Other),
    ];
    Ok(Document::new(text, columns, rows))
}

fn restore(text: &str) -> Result<Vec<u8>, String> {
    let mut lines = text.lines();
    let mut content = hexadecimal(lines.next().unwrap_or_default())?;
    let dialect = Dialect::of(&content).ok_or("it does not start as packets do")?;
    for line in lines {
        let fields: Vec<&str> = line.split(' ').collect();
        let [time, missing, packet] = fields[..] else {
            return Err(format!("`{line}` is no packet"));
        };
        let (seconds, fraction) = split_time(time, dialect.decimals)
            .ok_or_else(|| format!("`{time}` is no time that a packet can have"))?;
        let packet = hexadecimal(packet)?;
        let no_length = || "a packet would have a length that cannot be written".to_owned();
        let captured = u32::try_from(packet.len()).map_err(|_| no_length())?;
        let missing: i64 = missing
            .parse()
            .map_err(|_| format!("`{missing}` is no number of bytes"))?;
        let original = i64::from(captured)
            .checked_add(missing)
            .and_then(|original| u32::try_from(original).ok())
            .ok_or_else(no_length)?;
        for number in [seconds, fraction, captured, original] {
            content.extend(dialect.write(number));
        }
        content.extend(packet);
    }
    Ok(content)
}

/// The seconds and the fraction of a second, as whole numbers.
fn split_time(time: &str, decimals: usize) -> Option<(u32, u32)> {
    let (seconds, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(seconds) || !is_digits(fraction) || fraction.len() > decimals {
        return None;
    }
    let fraction = format!("{fraction:0<decimals$}");
    Some((seconds.parse().ok()?, fraction.parse().ok()?))
}

fn push_hexadecimal(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
}

fn hexadecimal(text: &str) -> Result<Vec<u8>, String> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let bytes: Option<Vec<u8>> = pairs
        .iter()
        .map(|&[high, low]| Some((digit(high)? * 16 + digit(low)?) as u8))
        .collect();
    bytes
        .filter(|_| rest.is_empty())
        .ok_or_else(|| "a packet would not be bytes in hexadecimal".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of one packet of two bytes, of which four were sent, at 5.000001 seconds.
    fn big_endian() -> Vec<u8> {
        let mut content = vec![0xa1, 0xb2, 0xc3, 0xd4];
        content.extend([0; 20]);
        content.extend([0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0xca, 0xfe]);
        content
    }

    #[test]
    fn packets_are_rows_and_come_back() {
        let content = big_endian();
        let text = transcribe(&content).unwrap();
        let document = read(&text).unwrap();
        assert_eq!(document.rows()[0].text(), "5.000001 2 cafe");
        assert_eq!(document.rows()[0].value(0), Some("5.000001"));
        assert_eq!(document.rows()[0].value(1), Some("cafe"));
        assert_eq!(restore(&text), Ok(content));
    }

    #[test]
    fn both_orders_of_bytes_and_both_clocks_are_read() {
        for (magic, time) in [
            ("a1b2c3d4", "16909060.000007"),
            ("d4c3b2a1", "67305985.458752"),
            ("a1b23c4d", "16909060.000000007"),
            ("4d3cb2a1", "67305985.117440512"),
        ] {
            let mut content = hexadecimal(magic).unwrap();
            content.extend([0; 20]);
            let fraction = if magic == "d4c3b2a1" {
                [0, 0, 7, 0]
            } else {
                [0, 0, 0, 7]
            };
            content.extend([1, 2, 3, 4]);
            content.extend(fraction);
            content.extend([0; 8]);
            let text = transcribe(&content).unwrap();
            let line = text.lines().nth(1).unwrap();
            assert_eq!(line, format!("{time} 0 "), "{magic}");
            assert_eq!(restore(&text), Ok(content), "{magic}");
        }
    }

    #[track_caller]
    fn check_refused(content: &[u8], expected: &str) {
        assert_eq!(transcribe(content).unwrap_err().to_string(), expected);
    }

    #[test]
    fn broken_files_are_refused_with_the_byte() {
        check_refused(b"", "byte 1: it does not start as packets do");
        check_refused(b"GIF89a", "byte 1: it does not start as packets do");
        let whole = big_endian();
        check_refused(&whole[..10], "byte 11: the header is cut short");
        check_refused(&whole[..30], "byte 25: the header of a packet is cut short");
        check_refused(&whole[..41], "byte 25: the packet is cut short");
        let mut late = whole;
        late[28] = 0xff;
        check_refused(
            &late,
            "byte 29: the fraction of a second is a second or more",
        );
    }

    #[test]
    fn what_no_packet_can_have_is_told() {
        let header = "a1b2c3d4".to_owned() + &"00".repeat(20);
        for (line, problem) in [
            ("-1.5 0 00", "`-1.5` is no time that a packet can have"),
            (
                "1.0000001 0 00",
                "`1.0000001` is no time that a packet can have",
            ),
            (
                "4294967296 0 00",
                "`4294967296` is no time that a packet can have",
            ),
            ("1 0 0", "a packet would not be bytes in hexadecimal"),
            ("1 0 xy", "a packet would not be bytes in hexadecimal"),
            (
                "1 -5 00",
                "a packet would have a length that cannot be written",
            ),
            ("1 x 00", "`x` is no number of bytes"),
            ("1 00", "`1 00` is no packet"),
        ] {
            let restored = restore(&format!("{header}\n{line}\n"));
            assert_eq!(restored, Err(problem.to_owned()));
        }
        assert!(restore(&format!("{header}\n1.5 0 00FF\n")).is_ok());
    }
}
