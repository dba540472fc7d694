//! Numbers and texts as bytes.

use crate::Scalar;

pub(crate) fn put_scalar(scalar: Scalar, out: &mut Vec<u8>) {
    match scalar {
        Scalar::Absent => out.push(0),
        Scalar::Int(number) => {
            out.push(1);
            // Zigzag: small numbers of either sign are short.
            put_number(((number << 1) ^ (number >> 127)) as u128, out);
        }
        Scalar::Float(number) => {
            out.push(2);
            out.extend(number.to_bits().to_le_bytes());
        }
    }
}

pub(crate) fn take_scalar(bytes: &mut &[u8]) -> Option<Scalar> {
    Some(match take_byte(bytes)? {
        0 => Scalar::Absent,
        1 => {
            let zigzag = take_number(bytes)?;
            Scalar::Int((zigzag >> 1) as i128 ^ -((zigzag & 1) as i128))
        }
        2 => {
            let mut float = [0; 8];
            for byte in &mut float {
                *byte = take_byte(bytes)?;
            }
            Scalar::Float(f64::from_bits(u64::from_le_bytes(float)))
        }
        _ => return None,
    })
}

/// Seven bits in each byte, the lowest first; the highest bit says that more follow.
pub(crate) fn put_number(mut number: u128, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(crate) fn take_number(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let byte = take_byte(bytes)?;
        number |= u128::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

pub(crate) fn put_text(text: &str, out: &mut Vec<u8>) {
    put_number(text.len() as u128, out);
    out.extend(text.as_bytes());
}

pub(crate) fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(take_number(bytes)?).ok()?;
    if length > bytes.len() {
        return None;
    }
    let (text, rest) = bytes.split_at(length);
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

pub(crate) fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}
