//! Packets and the files they come in.

use crate::error::InputError;
use std::fs;

/// The most bytes that one Ethernet frame carries for TCP.
pub const MAX_PAYLOAD: usize = 1460;

const HEADER: &str = "port,payload";

/// What a packet carries to a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The port it is sent to.
    pub port: u16,
    /// Its bytes, from 1 to `MAX_PAYLOAD` of them.
    pub payload: Vec<u8>,
}

/// Reads the packets of a file.
pub fn read_packets(path: &str) -> Result<Vec<Packet>, InputError> {
    let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        cause,
    })?;
    parse_packets(path, &text)
}

/// Reads the packets of a text: a header line, then one packet per line.
pub fn parse_packets(path: &str, text: &str) -> Result<Vec<Packet>, InputError> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(InputError::File {
            path: path.to_owned(),
            reason: format!("its first line is not `{HEADER}`; add this header"),
        });
    }
    let mut packets = Vec::new();
    for (index, text) in lines.enumerate() {
        let packet = parse_packet(text).map_err(|reason| InputError::Line {
            path: path.to_owned(),
            line: index + 2,
            reason,
        })?;
        packets.push(packet);
    }
    if packets.is_empty() {
        return Err(InputError::File {
            path: path.to_owned(),
            reason: "it has no packets; add at least one below the header".to_owned(),
        });
    }
    Ok(packets)
}

fn parse_packet(text: &str) -> Result<Packet, String> {
    let Some((port, payload)) = text.split_once(',') else {
        return Err("it has no comma; write `port,payload`".to_owned());
    };
    let Ok(port) = port.parse() else {
        return Err(format!(
            "`{port}` is not a port; give a number from 0 to 65535"
        ));
    };
    let payload = parse_payload(payload.as_bytes())?;
    Ok(Packet { port, payload })
}

/// The bytes that pairs of hexadecimal digits stand for.
fn parse_payload(digits: &[u8]) -> Result<Vec<u8>, String> {
    if digits.is_empty() {
        return Err("the payload is empty; leave out packets that carry nothing".to_owned());
    }
    if !digits.len().is_multiple_of(2) {
        return Err("the payload has an odd number of digits; write two for every byte".to_owned());
    }
    if digits.len() > 2 * MAX_PAYLOAD {
        return Err(format!(
            "the payload has {} bytes; give at most {MAX_PAYLOAD}",
            digits.len() / 2
        ));
    }
    let mut payload = Vec::new();
    let mut at = 0;
    while at < digits.len() {
        let high = digit_value(digits[at])?;
        let low = digit_value(digits[at + 1])?;
        payload.push(high * 16 + low);
        at += 2;
    }
    Ok(payload)
}

fn digit_value(digit: u8) -> Result<u8, String> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        b'A'..=b'F' => Ok(digit - b'A' + 10),
        _ => Err("the payload is not hexadecimal; use the digits 0 to 9 and a to f".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = parse_packets("a.csv", text).expect_err("the text is unusable");
        assert_eq!(error.to_string(), format!("cannot use `a.csv`{expected}"));
    }

    #[test]
    fn a_line_is_a_port_and_bytes() {
        let packets = parse_packets("a.csv", "port,payload\n80,00ff\n65535,A9f0\n");
        let expected = [
            Packet {
                port: 80,
                payload: vec![0, 255],
            },
            Packet {
                port: 65535,
                payload: vec![169, 240],
            },
        ];
        assert_eq!(packets.expect("the text is a packet file"), expected);
    }

    #[test]
    fn the_longest_payload_is_accepted() {
        let text = format!("port,payload\n80,{}\n", "41".repeat(MAX_PAYLOAD));
        let packets = parse_packets("a.csv", &text).expect("the text is a packet file");
        assert_eq!(packets[0].payload.len(), MAX_PAYLOAD);
    }

    #[test]
    fn files_without_header_or_packets_are_refused() {
        let header = "\n  because its first line is not `port,payload`; add this header";
        check_refused("", header);
        check_refused("80,41\n", header);
        check_refused(
            "port,payload\n",
            "\n  because it has no packets; add at least one below the header",
        );
    }

    #[test]
    fn a_line_that_is_no_packet_is_refused() {
        for (line, reason) in [
            ("80", "it has no comma; write `port,payload`"),
            (
                "65536,41",
                "`65536` is not a port; give a number from 0 to 65535",
            ),
            (
                "80,",
                "the payload is empty; leave out packets that carry nothing",
            ),
            (
                "80,414",
                "the payload has an odd number of digits; write two for every byte",
            ),
            (
                "80,4g",
                "the payload is not hexadecimal; use the digits 0 to 9 and a to f",
            ),
        ] {
            check_refused(
                &format!("port,payload\n80,41\n{line}\n"),
                &format!(", line 3\n  because {reason}"),
            );
        }
    }

    #[test]
    fn a_payload_too_long_for_a_frame_is_refused() {
        check_refused(
            &format!("port,payload\n80,{}\n", "41".repeat(MAX_PAYLOAD + 1)),
            ", line 2\n  because the payload has 1461 bytes; give at most 1460",
        );
    }
}
