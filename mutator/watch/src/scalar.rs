//! One number that was seen.

use std::cmp::Ordering;
use std::fmt;

/// One number that was seen; truth values and tags are integers.
#[derive(Debug, Clone, Copy)]
pub enum Scalar {
    /// There was none: the value of a `None`, the first element of nothing, a sum that overflowed.
    Absent,
    /// An integer; unsigned ones above the largest `i128` are absent.
    Int(i128),
    /// A floating-point number.
    Float(f64),
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Integers.
    Int,
    /// Floating-point numbers.
    Float,
}

impl Scalar {
    /// Whether there was none.
    #[inline]
    pub fn is_absent(self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether it is a floating-point number that is none.
    #[inline]
    pub fn is_nan(self) -> bool {
        matches!(self, Self::Float(number) if number.is_nan())
    }

    /// How two numbers of one kind compare; `None` for anything else.
    #[inline]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(left), Self::Int(right)) => Some(left.cmp(&right)),
            (Self::Float(left), Self::Float(right)) => left.partial_cmp(&right),
            _ => None,
        }
    }

    /// The number as a float, where it is one exactly.
    pub fn to_float(self) -> Option<f64> {
        match self {
            Self::Absent => None,
            Self::Float(number) => Some(number),
            Self::Int(number) => {
                // Beyond 2^53 two integers can become one float.
                let is_exact = number.unsigned_abs() <= 1 << 53;
                is_exact.then_some(number as f64)
            }
        }
    }

    /// Bits that two scalars share exactly when they are the same number.
    #[inline]
    pub(crate) fn bits(self) -> u64 {
        match self {
            Self::Absent => u64::MAX,
            Self::Int(number) => {
                // Few numbers are as large that there is more to mix than nothing.
                let of_high = match (number >> 64) as u64 {
                    0 => MIXED_ZERO,
                    high => mix(high),
                };
                (number as u64) ^ of_high
            }
            Self::Float(number) if number.is_nan() => f64::NAN.to_bits(),
            Self::Float(number) => number.to_bits(),
        }
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "-" {
            return Some(Self::Absent);
        }
        match text.parse() {
            Ok(number) => Some(Self::Int(number)),
            Err(_) => text.parse().ok().map(Self::Float),
        }
    }
}

impl PartialEq for Scalar {
    /// The same number; unlike floats, one that is none equals itself.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Absent, Self::Absent) => true,
            (Self::Int(left), Self::Int(right)) => left == right,
            (Self::Float(left), Self::Float(right)) => {
                left == right || left.is_nan() && right.is_nan()
            }
            _ => false,
        }
    }
}

impl Eq for Scalar {}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("-"),
            Self::Int(number) => write!(f, "{number}"),
            // Always with a point or an exponent, so that it is not read as an integer.
            Self::Float(number) => write!(f, "{number:?}"),
        }
    }
}

const MIXED_ZERO: u64 = mix(0);

/// Spreads the bits of a number (the finaliser of SplitMix64).
#[inline]
pub(crate) const fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_is_read_as_it_was_written() {
        let hostile = [
            Scalar::Absent,
            Scalar::Int(i128::MIN),
            Scalar::Int(u64::MAX.into()),
            Scalar::Float(f64::NAN),
            Scalar::Float(f64::NEG_INFINITY),
            Scalar::Float(-0.0),
            Scalar::Float(1e300),
            Scalar::Float(3.0),
        ];
        for scalar in hostile {
            assert_eq!(Scalar::parse(&scalar.to_string()), Some(scalar));
        }
        assert_eq!(Scalar::parse("three"), None);
    }

    #[test]
    fn integers_are_compared_beyond_what_floats_can_tell_apart() {
        let large = Scalar::Int(u64::MAX.into());
        let larger = Scalar::Int(i128::from(u64::MAX) + 1);
        assert_eq!(large.compare(larger), Some(Ordering::Less));
        assert_eq!(large.to_float(), None);
        assert_eq!(Scalar::Int(3).compare(Scalar::Float(3.0)), None);
        assert_eq!(Scalar::Float(f64::NAN).compare(Scalar::Float(1.0)), None);
    }
}
