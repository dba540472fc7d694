//! The numbers in a line of text.

use std::borrow::Cow;

use crate::number::Number;
use crate::tolerance::Tolerance;

/// A stretch of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Number(Number),
}

/// The numbers of a line and the text between them.
///
/// A number stands by itself: `petal2`, `3rd` and `1.2.3` hold none, and a sign after a letter or
/// digit is a hyphen.
pub(super) fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut text_start = 0;
    let mut at = 0;
    while at < line.len() {
        let is_inside_word = line[..at].chars().next_back().is_some_and(is_word);
        let length = if is_inside_word {
            0
        } else {
            number_length(&line[at..])
        };
        match Number::parse(&line[at..at + length]) {
            Some(number) => {
                if text_start < at {
                    pieces.push(Piece::Text(&line[text_start..at]));
                }
                pieces.push(Piece::Number(number));
                at += length;
                text_start = at;
            }
            None => at += line[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    if text_start < line.len() {
        pieces.push(Piece::Text(&line[text_start..]));
    }
    pieces
}

/// The numbers of a line.
pub(crate) fn numbers(line: &str) -> impl Iterator<Item = Number> {
    pieces(line).into_iter().filter_map(|piece| match piece {
        Piece::Number(number) => Some(number),
        Piece::Text(_) => None,
    })
}

/// Whether two lines have the same text and the same numbers, or numbers near enough.
pub(super) fn is_same(expected: &str, actual: &str, tolerance: Option<Tolerance>) -> bool {
    if expected == actual {
        return true;
    }
    let (expected, actual) = (pieces(expected), pieces(actual));
    expected.len() == actual.len()
        && expected.into_iter().zip(actual).all(|pair| match pair {
            (Piece::Number(expected), Piece::Number(actual)) => match tolerance {
                Some(tolerance) => tolerance.allows(expected, actual),
                None => expected.is_same(actual),
            },
            (expected, actual) => expected == actual,
        })
}

/// The line with its numbers in a form that is the same for the same value.
pub(super) fn canonical(line: &str) -> Cow<'_, str> {
    let pieces = pieces(line);
    if let [] | [Piece::Text(_)] = pieces[..] {
        return Cow::Borrowed(line);
    }
    let mut canonical = String::with_capacity(line.len());
    for piece in pieces {
        match piece {
            Piece::Text(text) => canonical.push_str(text),
            Piece::Number(number) => canonical.push_str(&canonical_number(number)),
        }
    }
    Cow::Owned(canonical)
}

fn canonical_number(number: Number) -> String {
    match number {
        // As in `Number::is_same`: integers digit by digit, others by their nearest `f64`.
        Number::Exact { decimals: 0, .. } => number.to_string(),
        // Adding zero makes the two zeros one.
        _ => Number::Binary(number.to_f64() + 0.0).to_string(),
    }
}

/// How long the number is that a text starts with; 0 when it starts with none.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    let whole = digits(sign);
    let mut end = sign + whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        // A point without digits after it ends a sentence.
        end += if fraction > 0 { 1 + fraction } else { 0 };
    }
    if end == sign {
        return 0;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
        let exponent = digits(end + 1 + sign);
        end += if exponent > 0 { 1 + sign + exponent } else { 0 };
    }
    let mut after = text[end..].chars();
    match (after.next(), after.next()) {
        (Some(next), _) if is_word(next) && next != '.' => 0,
        (Some('.'), Some(next)) if next.is_ascii_digit() => 0,
        _ => end,
    }
}

/// Whether a number cannot start right after this character.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check_numbers(line: &str, expected: &[&str]) {
        let found: Vec<String> = numbers(line).map(|number| number.to_string()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn numbers_stand_by_themselves() {
        check_numbers(
            "|   petal-width <= 1.7: Iris-versicolor (48/1)",
            &["1.7", "48", "1"],
        );
        check_numbers("-3 +4 x=-.5 (1e3)", &["-3", "4", "-0.5", "1000"]);
        check_numbers("total 5.", &["5"]);
        check_numbers("12%", &["12"]);
        check_numbers("3,4;5", &["3", "4", "5"]);
        check_numbers("2010-01-02", &["2010", "1", "2"]);
    }

    #[test]
    fn words_with_digits_hold_no_numbers() {
        check_numbers("petal2 3rd 1.2.3 0x10 a_1 v1.5 - . é5 5é", &[]);
    }

    #[test]
    fn lines_are_the_same_when_text_and_numbers_are() {
        let one = Tolerance::Absolute(Number::parse("1").unwrap());
        assert!(is_same("x <= 1.60: a", "x <= 1.6: a", None));
        assert!(!is_same("x <= 1.61: a", "x <= 1.6: a", None));
        assert!(is_same("x <= 2: a", "x <= 1.1: a", Some(one)));
        assert!(!is_same("x <= 2: a", "x <= 2: b", Some(one)));
        assert!(!is_same("x 2", "x two", Some(one)));
        assert!(!is_same("x 2", "x 2 2", Some(one)));
    }

    #[test]
    fn canonical_lines_are_equal_for_equal_values() {
        assert_eq!(canonical("x 1.60 -0.0 4"), canonical("x 1.6 0.0 4.0"));
        assert_eq!(canonical("x 1.60"), "x 1.6");
        assert_eq!(canonical("no number"), "no number");
    }

    proptest! {
        #[test]
        fn the_canonical_form_of_any_line_is_its_own_canonical_form(line in "(.|[-+.0-9eE ]){0,60}") {
            let form = canonical(&line);
            prop_assert_eq!(canonical(&form), form.as_ref());
        }

        #[test]
        fn canonical_agrees_with_is_same(left in "[a1.0e-]{0,8}", right in "[a1.0e-]{0,8}") {
            prop_assert_eq!(canonical(&left) == canonical(&right), is_same(&left, &right, None));
        }
    }
}
