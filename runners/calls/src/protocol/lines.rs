//! Tables of lines, which any program can read and write.

use std::fmt::Write as _;

use super::Answer;

/// What a program prints instead of a number where a call fails.
const ERROR: &str = "error";

/// A line for each call: its arguments with a space between them, as the shortest decimal numbers
/// that are read as the same.
pub(crate) fn table(arity: usize, arguments: &[f64]) -> Vec<u8> {
    let mut text = String::with_capacity(20 * arguments.len());
    for row in arguments.chunks_exact(arity) {
        for (place, argument) in row.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(text, "{space}{argument:?}").expect("a text takes whatever is written to it");
        }
        text.push('\n');
    }
    text.into_bytes()
}

/// The results of all whole lines, or the number of the first that is none, and that line.
pub(crate) fn results(bytes: &[u8]) -> Result<Vec<Answer>, (usize, String)> {
    // What follows the last line break was not finished.
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    let whole = String::from_utf8_lossy(&bytes[..end.unwrap_or(0)]);
    if end.is_none() {
        return Ok(Vec::new());
    }
    let lines = whole.split('\n').enumerate();
    lines
        .map(|(place, line)| result(line.trim()).ok_or_else(|| (place + 1, line.to_owned())))
        .collect()
}

fn result(line: &str) -> Option<Answer> {
    if line == ERROR || line.starts_with("error ") || line.starts_with("error:") {
        return Some(Answer::Panicked);
    }
    let number = match line {
        "true" | "True" => 1.0,
        "false" | "False" => 0.0,
        // C prints a NaN with its sign, and some libraries with its bits.
        _ if line.trim_start_matches('-').starts_with("nan") => f64::NAN,
        _ => line.parse().ok()?,
    };
    Some(Answer::Number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_written_so_that_it_is_read_as_the_same() {
        let arguments = [0.1, -0.0, 5e-324, f64::MAX, f64::INFINITY, -2.0];
        let text = String::from_utf8(table(2, &arguments)).unwrap();
        assert_eq!(text, "0.1 -0.0\n5e-324 1.7976931348623157e308\ninf -2.0\n");
    }

    #[test]
    fn results_are_read_as_c_python_and_java_print_them() {
        let number = |line: &str| match result(line) {
            Some(Answer::Number(number)) => number,
            other => panic!("`{line}` is {other:?}"),
        };
        assert_eq!(number("0.10000000000000001"), 0.1);
        assert_eq!(number("1e+300"), 1e300);
        assert_eq!(number("1.0E-5"), 1e-5);
        assert_eq!(number("inf"), f64::INFINITY);
        assert_eq!(number("-Infinity"), f64::NEG_INFINITY);
        assert_eq!(number("-0.0").to_bits(), (-0.0_f64).to_bits());
        assert_eq!(number("True"), 1.0);
        for line in ["nan", "-nan", "NaN", "nan(0x8)"] {
            assert!(number(line).is_nan(), "{line}");
        }
        assert_eq!(result("error: division by zero"), Some(Answer::Panicked));
        assert_eq!(result("errors"), None);
        assert_eq!(result(""), None);
    }

    #[test]
    fn a_line_that_was_not_finished_is_none() {
        assert_eq!(results(b""), Ok(vec![]));
        assert_eq!(results(b"1.5"), Ok(vec![]));
        assert_eq!(results(b"1.5\r\n2"), Ok(vec![Answer::Number(1.5)]));
        assert_eq!(results(b"1\nx\n"), Err((2, "x".to_owned())));
    }
}
