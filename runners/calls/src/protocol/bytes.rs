//! Tables of bytes, which programs with the runtime read and write.

use super::Answer;

const MAGIC: &[u8; 4] = b"KRC1";
const RESULT: usize = 9;

/// The table of these calls.
pub(crate) fn table(arity: usize, arguments: &[f64]) -> Vec<u8> {
    let mut table = Vec::with_capacity(8 + 8 * arguments.len());
    table.extend_from_slice(MAGIC);
    table.extend_from_slice(&(arity as u32).to_le_bytes());
    for argument in arguments {
        table.extend_from_slice(&argument.to_le_bytes());
    }
    table
}

/// The results of a table; one that is not whole, or has no meaning, ends them.
pub(crate) fn results(bytes: &[u8]) -> Vec<Answer> {
    let rows = bytes.chunks_exact(RESULT);
    rows.map_while(|row| {
        let (code, number) = row.split_first()?;
        let number = f64::from_le_bytes(number.try_into().ok()?);
        Some(match code {
            0 => Answer::Number(number),
            1 => Answer::Panicked,
            2 => Answer::OutOfFuel,
            3 => Answer::NoSuchArgument,
            _ => return None,
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_a_header_and_numbers() {
        assert_eq!(
            table(1, &[1.0, -0.0]),
            b"KRC1\x01\0\0\0\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x80"
        );
    }

    #[test]
    fn results_end_where_the_table_does() {
        let bytes = b"\0\0\0\0\0\0\0\xf0\x3f\x02\0\0\0\0\0\0\0\0\0\0";
        assert_eq!(results(bytes), [Answer::Number(1.0), Answer::OutOfFuel]);
    }
}
