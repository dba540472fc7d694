//! Arithmetic on numbers as they are printed.
//!
//! A follow-up input must be what a person would have written: 1.1 × 10 is `11`, not
//! `11.000000000000002`. So sums and products are computed on the decimals, exactly, as long as 38
//! digits do; only beyond that on binary floating point.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// A finite number and how many decimals it is written with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// `digits` / 10^`decimals`.
    Exact { digits: i128, decimals: u32 },
    /// A number too large, too small or too long for the exact form; never infinite or NaN.
    Binary(f64),
}

// A binary number is never NaN, the only value that does not equal itself.
impl Eq for Number {}

/// Longer fractions would print as rows of zeros; `f64` prints them with an exponent.
const MAX_DECIMALS: u32 = 30;

impl Number {
    /// Reads a decimal number: sign, digits with at most one point, exponent.
    ///
    /// `None` for anything else, such as `nan`, `0x10`, `1,000` or a number beyond `f64`.
    #[inline]
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::parse_plain(text).or_else(|| Self::parse_any(text))
    }

    fn parse_any(text: &str) -> Option<Self> {
        let parts = Parts::of(text)?;
        if let Some(exact) = parts.exact() {
            return Some(exact);
        }
        Self::binary(text.parse().ok()?)
    }

    /// Whether a text reads as a number; cheaper than reading it.
    pub(crate) fn is_number(text: &str) -> bool {
        is_plain(text) || Self::parse(text).is_some()
    }

    /// Reads a number as nearly all in files are: without exponent and of few digits.
    #[inline]
    fn parse_plain(text: &str) -> Option<Self> {
        let (is_negative, text) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        // With the point, so at most 18 digits, which 64 bits hold.
        if text.len() > 18 {
            return None;
        }
        let mut digits: i64 = 0;
        let mut n_digits = 0;
        let mut decimals = 0;
        let mut has_point = false;
        for byte in text {
            match byte {
                b'0'..=b'9' => {
                    digits = digits * 10 + i64::from(byte - b'0');
                    n_digits += 1;
                    decimals += u32::from(has_point);
                }
                b'.' if !has_point => has_point = true,
                _ => return None,
            }
        }
        let digits = i128::from(if is_negative { -digits } else { digits });
        (n_digits > 0).then_some(Self::Exact { digits, decimals })
    }

    /// Writes the number as it is displayed; much faster than by way of a formatter.
    #[inline]
    pub(crate) fn write_to(self, text: &mut Vec<u8>) {
        match self {
            Self::Exact { digits, decimals } => match i64::try_from(digits) {
                Ok(digits) if decimals < CHUNK_DIGITS => write_few_digits(digits, decimals, text),
                _ => text.extend_from_slice(self.to_string().as_bytes()),
            },
            Self::Binary(_) => text.extend_from_slice(self.to_string().as_bytes()),
        }
    }

    /// The sum, written with the decimals of the longer part: 0.30 + 1 is `1.30`.
    ///
    /// `None` when it is beyond `f64`.
    #[inline]
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        self.exact_sum(other)
            .or_else(|| Self::binary(self.to_f64() + other.to_f64()))
    }

    /// The product without trailing zeros: 1.1 × 10 is `11`; `None` when it is beyond `f64`.
    #[inline]
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        self.exact_product(other)
            .or_else(|| Self::binary(self.to_f64() * other.to_f64()))
    }

    /// The number with the other sign; zero has none.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Exact { digits, decimals } => Self::Exact {
                // The smallest digits of 128 bits have 39 decimal digits, one more than is read.
                digits: -digits,
                decimals,
            },
            Self::Binary(value) => Self::Binary(-value),
        }
    }

    /// The number without its sign.
    pub(crate) fn magnitude(self) -> Self {
        match self.cmp_value(Self::ZERO) {
            Ordering::Less => self.negated(),
            _ => self,
        }
    }

    pub(crate) const ONE: Self = Self::Exact {
        digits: 1,
        decimals: 0,
    };

    pub(crate) const ZERO: Self = Self::Exact {
        digits: 0,
        decimals: 0,
    };

    /// The order by value, however the numbers are written.
    #[inline]
    pub(crate) fn cmp_value(self, other: Self) -> Ordering {
        match self.aligned(other) {
            Some((left, right, _)) => left.cmp(&right),
            None => self.to_f64().total_cmp(&other.to_f64()),
        }
    }

    /// Whether two printed numbers can be the same value: integers digit by digit, others as the
    /// nearest `f64`, which is what a program that computes with `f64` can tell apart.
    pub(crate) fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (
                Self::Exact {
                    digits: left,
                    decimals: 0,
                },
                Self::Exact {
                    digits: right,
                    decimals: 0,
                },
            ) => left == right,
            _ => self.to_f64() == other.to_f64(),
        }
    }

    /// The nearest `f64`.
    pub(crate) fn to_f64(self) -> f64 {
        match self {
            // Reading the digits rounds once; dividing them by a power of ten would round twice.
            Self::Exact { .. } => self
                .to_string()
                .parse()
                .expect("digits with a point are an `f64`"),
            Self::Binary(value) => value,
        }
    }

    /// A number from its nearest `f64`, exact again where the shortest form of that is.
    fn binary(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let text = format!("{value:?}");
        let exact = Parts::of(text.strip_suffix(".0").unwrap_or(&text))?.exact();
        Some(exact.unwrap_or(Self::Binary(value)))
    }

    #[inline]
    fn exact_sum(self, other: Self) -> Option<Self> {
        let (left, right, decimals) = self.aligned(other)?;
        let digits = left.checked_add(right)?;
        is_readable(digits, decimals).then_some(Self::Exact { digits, decimals })
    }

    #[inline]
    fn exact_product(self, other: Self) -> Option<Self> {
        let (
            Self::Exact {
                digits: left,
                decimals: left_decimals,
            },
            Self::Exact {
                digits: right,
                decimals: right_decimals,
            },
        ) = (self, other)
        else {
            return None;
        };
        let digits = product(left, right)?;
        let (digits, decimals) = without_zeros(digits, left_decimals + right_decimals);
        is_readable(digits, decimals).then_some(Self::Exact { digits, decimals })
    }

    /// The digits of both numbers for the same number of decimals.
    #[inline]
    fn aligned(self, other: Self) -> Option<(i128, i128, u32)> {
        match (self, other) {
            (
                Self::Exact {
                    digits: left,
                    decimals: left_decimals,
                },
                Self::Exact {
                    digits: right,
                    decimals: right_decimals,
                },
            ) => {
                if left_decimals == right_decimals {
                    return Some((left, right, left_decimals));
                }
                let decimals = left_decimals.max(right_decimals);
                let left = product(left, power_of_ten(decimals - left_decimals)?)?;
                let right = product(right, power_of_ten(decimals - right_decimals)?)?;
                Some((left, right, decimals))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exact { digits, decimals } => {
                let mut buffer = [0; MAX_LENGTH];
                let printed = in_digits(digits, decimals, &mut buffer);
                let text = std::str::from_utf8(&buffer[printed]);
                f.write_str(text.expect("digits are ASCII"))
            }
            Self::Binary(value) => {
                let text = format!("{value:?}");
                f.write_str(text.strip_suffix(".0").unwrap_or(&text))
            }
        }
    }
}

/// Whether a text is digits, with or without a point among them, and so few that it is surely a
/// number; looked at for every value of a file.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = match bytes {
        [b'-' | b'+', rest @ ..] => rest,
        all => all,
    };
    let mut n_points = 0;
    for byte in digits {
        match byte {
            b'0'..=b'9' => {}
            b'.' => n_points += 1,
            _ => return false,
        }
    }
    // A point alone is no number.
    n_points <= 1 && (n_points + 1..=18).contains(&digits.len())
}

/// At most 39 digits, a point and a sign.
const MAX_LENGTH: usize = 41;
/// As many digits as 64 bits hold, whatever they are.
const CHUNK_DIGITS: u32 = 19;
const CHUNK: u128 = 10_u128.pow(CHUNK_DIGITS);

/// Writes the decimal form of `digits` / 10^`decimals` into the buffer, and says where it is.
fn in_digits(digits: i128, decimals: u32, buffer: &mut [u8; MAX_LENGTH]) -> Range<usize> {
    let mut start = MAX_LENGTH;
    let mut write = |byte: u8| {
        start -= 1;
        buffer[start] = byte;
    };
    // Dividing 64 bits takes a fraction of the time that 128 bits take, so that they are divided once.
    let magnitude = digits.unsigned_abs();
    let (mut rest, mut above) = if magnitude < CHUNK {
        (magnitude as u64, 0)
    } else {
        ((magnitude % CHUNK) as u64, (magnitude / CHUNK) as u64)
    };
    let mut n_written = 0;
    loop {
        if n_written == decimals && decimals > 0 {
            write(b'.');
        }
        write(b'0' + (rest % 10) as u8);
        rest /= 10;
        n_written += 1;
        if n_written == CHUNK_DIGITS {
            // What is above the chunk is less than 2^127 / 10^19, which 64 bits hold.
            (rest, above) = (above, 0);
        }
        // At least one digit before the point.
        if rest == 0 && above == 0 && n_written > decimals {
            break;
        }
    }
    if digits < 0 {
        write(b'-');
    }
    start..MAX_LENGTH
}

/// Writes the same after a text, in place, which saves the copying; nearly all numbers of files are
/// as short.
#[inline]
fn write_few_digits(digits: i64, decimals: u32, text: &mut Vec<u8>) {
    let mut rest = digits.unsigned_abs();
    let n_digits = rest.checked_ilog10().map_or(1, |log| log + 1);
    let has_point = decimals > 0;
    // At least one digit before the point.
    let length = n_digits.max(decimals + 1) + u32::from(has_point) + u32::from(digits < 0);
    let start = text.len();
    text.resize(start + length as usize, b'-');
    let place = &mut text[start + usize::from(digits < 0)..];
    let (whole, fraction) = place.split_at_mut(place.len() - decimals as usize);
    for byte in fraction.iter_mut().rev() {
        *byte = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let whole = match whole {
        [whole @ .., point] if has_point => {
            *point = b'.';
            whole
        }
        whole => whole,
    };
    for byte in whole.iter_mut().rev() {
        *byte = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
}

/// A decimal number taken apart.
struct Parts<'a> {
    is_negative: bool,
    whole: &'a str,
    fraction: &'a str,
    exponent: i32,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        let digits_from = |from: usize| {
            let rest = bytes.get(from..).unwrap_or_default();
            rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
        };
        let start = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
        let point = start + digits_from(start);
        let (fraction, end) = match bytes.get(point) {
            Some(b'.') => (point + 1, point + 1 + digits_from(point + 1)),
            _ => (point, point),
        };
        let exponent = match bytes.get(end) {
            None => 0,
            Some(b'e' | b'E') => read_exponent(&text[end + 1..])?,
            Some(_) => return None,
        };
        let has_digits = point > start || end > fraction;
        has_digits.then(|| Self {
            is_negative: bytes[0] == b'-',
            whole: &text[start..point],
            fraction: &text[fraction..end],
            exponent,
        })
    }

    fn exact(&self) -> Option<Number> {
        let mut bytes = self.whole.bytes().chain(self.fraction.bytes());
        let mut digits = bytes.try_fold(0_i128, |digits, byte| {
            digits.checked_mul(10)?.checked_add(i128::from(byte - b'0'))
        })?;
        if self.is_negative {
            digits = -digits;
        }
        let decimals = i32::try_from(self.fraction.len()).ok()? - self.exponent;
        let (digits, decimals) = match u32::try_from(decimals) {
            Ok(decimals) => (digits, decimals),
            Err(_) => (
                digits.checked_mul(power_of_ten(decimals.unsigned_abs())?)?,
                0,
            ),
        };
        is_readable(digits, decimals).then_some(Number::Exact { digits, decimals })
    }
}

/// At most five digits: no `f64` needs more, and longer ones could overflow.
fn read_exponent(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_short = (1..=5).contains(&digits.len());
    let is_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_short && is_digits).then(|| text.parse().ok()).flatten()
}

/// The same value without trailing zeros after the point.
fn without_zeros(digits: i128, mut decimals: u32) -> (i128, u32) {
    // Dividing 64 bits takes a fraction of the time that 128 bits take.
    if let Ok(mut small) = i64::try_from(digits) {
        while decimals > 0 && small % 10 == 0 {
            small /= 10;
            decimals -= 1;
        }
        return (small.into(), decimals);
    }
    let mut digits = digits;
    while decimals > 0 && digits % 10 == 0 {
        digits /= 10;
        decimals -= 1;
    }
    (digits, decimals)
}

fn product(left: i128, right: i128) -> Option<i128> {
    match (i64::try_from(left), i64::try_from(right)) {
        // Two factors of 64 bits cannot overflow 128, so that the common case goes unchecked.
        (Ok(left), Ok(right)) => Some(i128::from(left) * i128::from(right)),
        _ => left.checked_mul(right),
    }
}

fn power_of_ten(exponent: u32) -> Option<i128> {
    POWERS_OF_TEN.get(exponent as usize).copied()
}

/// Every power of ten that 128 bits hold; looked up for every number of a file.
const POWERS_OF_TEN: [i128; 39] = {
    let mut powers = [1; 39];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

/// Whether the exact form prints as digits that read back as the same exact form.
fn is_readable(digits: i128, decimals: u32) -> bool {
    digits.unsigned_abs() < POWERS_OF_TEN[38].unsigned_abs() && decimals <= MAX_DECIMALS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(|| panic!("`{text}` is a number"))
    }

    #[track_caller]
    fn check_sum(left: &str, right: &str, expected: &str) {
        let sum = number(left).plus(number(right)).unwrap();
        assert_eq!(sum.to_string(), expected);
    }

    #[track_caller]
    fn check_product(left: &str, right: &str, expected: &str) {
        let product = number(left).times(number(right)).unwrap();
        assert_eq!(product.to_string(), expected);
    }

    #[test]
    fn a_sum_has_the_decimals_of_its_longer_part() {
        check_sum("0.30", "1", "1.30");
        check_sum("4.9", "10", "14.9");
        check_sum("0.1", "0.2", "0.3");
        check_sum("1.5", "0.5", "2.0");
        check_sum("-5", "10", "5");
        check_sum("-0.5", "0.25", "-0.25");
        check_sum("+3", "-3", "0");
    }

    #[test]
    fn a_product_has_no_trailing_zeros() {
        check_product("1.1", "10", "11");
        check_product("0.07", "100", "7");
        check_product("2.45", "2", "4.9");
        check_product("-0.5", "0.5", "-0.25");
        check_product("300", "10", "3000");
        check_product("0.0", "10", "0");
    }

    #[test]
    fn exponents_are_exact_while_thirty_decimals_do() {
        check_product("1.5e3", "10", "15000");
        check_sum("1e-7", "1", "1.0000001");
        check_sum("1E2", ".5", "100.5");
        check_sum("5.", "1", "6");
    }

    #[test]
    fn what_does_not_fit_is_the_shortest_f64() {
        check_product("1e300", "10", "1e301");
        check_sum("1e-40", "0", "1e-40");
        check_product(
            "12345678901234567890",
            "12345678901234567890",
            "1.5241578753238834e38",
        );
        check_sum("99999999999999999999999999999999999999", "1", "1e38");
    }

    #[test]
    fn what_is_beyond_f64_is_no_number() {
        assert_eq!(number("1e308").times(number("10")), None);
        assert_eq!(Number::parse("1e999"), None);
        assert!(!Number::is_number("1e999"));
    }

    #[test]
    fn a_negated_number_keeps_its_decimals_and_zero_has_no_sign() {
        for (before, after) in [("5.10", "-5.10"), ("-3", "3"), ("0", "0"), ("-0.0", "0.0")] {
            assert_eq!(number(before).negated().to_string(), after);
        }
    }

    #[test]
    fn a_number_of_any_length_is_printed_and_written_alike() {
        for (digits, decimals, expected) in [
            (0, 0, "0"),
            (0, 2, "0.00"),
            (-5, 3, "-0.005"),
            (1_234, 2, "12.34"),
            (10_i128.pow(19) - 1, 0, "9999999999999999999"),
            (10_i128.pow(19), 0, "10000000000000000000"),
            (-(10_i128.pow(19)) - 7, 19, "-1.0000000000000000007"),
            (12_345_678_901_234_567, 10, "1234567.8901234567"),
            (
                10_i128.pow(38) - 1,
                30,
                "99999999.999999999999999999999999999999",
            ),
            (1, 30, "0.000000000000000000000000000001"),
            (i128::MIN, 0, "-170141183460469231731687303715884105728"),
        ] {
            let number = Number::Exact { digits, decimals };
            assert_eq!(number.to_string(), expected);
            let mut written = b"x".to_vec();
            number.write_to(&mut written);
            assert_eq!(written, format!("x{expected}").into_bytes());
        }
    }

    #[test]
    fn words_hexadecimals_and_lone_signs_are_no_numbers() {
        for text in [
            "", "-", ".", "+.", "e5", "1e", "1e+", "nan", "inf", "0x10", "1,000", "1.2.3", "--1",
            " 1", "1 ", "1_000", "?", "٣", "1e123456",
        ] {
            assert_eq!(Number::parse(text), None, "{text}");
            assert!(!Number::is_number(text), "{text}");
        }
    }

    #[test]
    fn integers_are_the_same_digit_by_digit_and_others_as_f64() {
        assert!(number("1.60").is_same(number("1.6")));
        assert!(number("4").is_same(number("4.0")));
        // The sum of the doubles nearest 0.1 and 0.2 is another double than the one nearest 0.3.
        assert!(!number("0.30000000000000004").is_same(number("0.3")));
        assert!(number("0.300000000000000004").is_same(number("0.3")));
        assert!(!number("9007199254740993").is_same(number("9007199254740992")));
    }

    proptest! {
        #[test]
        fn integer_arithmetic_is_that_of_integers(left in -1_000_000_i64..1_000_000, right in -1000_i64..1000) {
            let (l, r) = (number(&left.to_string()), number(&right.to_string()));
            prop_assert_eq!(l.plus(r).unwrap().to_string(), (left + right).to_string());
            prop_assert_eq!(l.times(r).unwrap().to_string(), (left * right).to_string());
            prop_assert_eq!(l.cmp_value(r), left.cmp(&right));
        }

        #[test]
        fn a_number_reads_back_as_it_was_printed(text in "[+-]?[0-9]{0,20}(\\.[0-9]{0,20})?([eE][+-]?[0-9]{1,3})?") {
            if let Some(number) = Number::parse(&text) {
                prop_assert_eq!(Number::parse(&number.to_string()), Some(number));
                prop_assert_eq!(number.negated().negated(), number);
            }
            prop_assert_eq!(Number::is_number(&text), Number::parse(&text).is_some());
        }

        #[test]
        fn a_printed_f64_keeps_its_value(value in proptest::num::f64::NORMAL) {
            prop_assert_eq!(number(&format!("{value:?}")).to_f64(), value);
        }
    }
}
