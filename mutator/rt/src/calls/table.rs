//! The two tables, as files.
//!
//! Calls: the four bytes `KRC1`, the arity as a little-endian number of four bytes, then the
//! arguments of call after call as little-endian numbers of eight bytes. Results: nine bytes for each
//! call, which are one of the codes below and the number, zero where there is none.

use super::function::Answer;
use super::one::Ended;

const MAGIC: &[u8; 4] = b"KRC1";
const HEADER: usize = 8;
const NUMBER: usize = 8;
pub(super) const RESULT: usize = 1 + NUMBER;

const RETURNED: u8 = 0;
const PANICKED: u8 = 1;
const OUT_OF_FUEL: u8 = 2;
const NO_SUCH_ARGUMENT: u8 = 3;

/// The arguments in a table of calls of this arity, or what is wrong with it.
pub(super) fn arguments(bytes: &[u8], arity: usize) -> Result<&[u8], String> {
    let (header, rows) = bytes
        .split_at_checked(HEADER)
        .filter(|(header, _)| header.starts_with(MAGIC))
        .ok_or("it does not start with `KRC1`")?;
    if header[4..] != (arity as u32).to_le_bytes() {
        return Err(format!("it is not for a function of {arity} arguments"));
    }
    if rows.len() % (arity * NUMBER) != 0 {
        return Err("its last call is not whole".to_owned());
    }
    Ok(rows)
}

/// Reads the arguments of a call.
#[inline(always)]
pub(super) fn read(row: &[u8], arguments: &mut [f64]) {
    for (bytes, argument) in row.chunks_exact(NUMBER).zip(arguments) {
        let bytes = bytes.try_into().expect("a chunk is as long as a number");
        *argument = f64::from_le_bytes(bytes);
    }
}

/// A result as it is written.
#[inline(always)]
pub(super) fn result(ended: Ended) -> [u8; RESULT] {
    let (code, number) = match ended {
        Ended::Returned(Answer::Number(number)) => (RETURNED, number),
        Ended::Panicked => (PANICKED, 0.0),
        Ended::OutOfFuel => (OUT_OF_FUEL, 0.0),
        Ended::Returned(Answer::NoSuchArgument) => (NO_SUCH_ARGUMENT, 0.0),
    };
    let mut bytes = [code; RESULT];
    bytes[1..].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_refused_that_is_not_of_this_function() {
        let table = [&b"KRC1\x02\0\0\0"[..], &[0; 32]].concat();
        assert_eq!(arguments(&table, 2), Ok(&[0; 32][..]));
        let problem = |bytes: &[u8]| arguments(bytes, 2).unwrap_err();
        assert_eq!(problem(b"KRC"), "it does not start with `KRC1`");
        assert_eq!(problem(b"KRR1\x02\0\0\0"), "it does not start with `KRC1`");
        assert_eq!(
            problem(b"KRC1\x01\0\0\0"),
            "it is not for a function of 2 arguments"
        );
        assert_eq!(problem(&table[..39]), "its last call is not whole");
    }

    #[test]
    fn every_bit_of_a_number_is_kept() {
        let nan = f64::from_bits(0xfff8_0000_0000_0007);
        let mut argument = [0.0];
        read(&nan.to_le_bytes(), &mut argument);
        assert_eq!(argument[0].to_bits(), nan.to_bits());
        let written = result(Ended::Returned(Answer::Number(nan)));
        assert_eq!(written, *b"\0\x07\0\0\0\0\0\xf8\xff");
    }
}
