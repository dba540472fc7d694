//! How far apart two numbers may be and still count as equal.

use std::cmp::Ordering;
use std::fmt;

use crate::number::Number;

/// A bound on the distance of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tolerance {
    /// A distance, such as `0.001`.
    Absolute(Number),
    /// A share of the expected number in percent, such as `1%`.
    Relative(Number),
    /// A number of neighbouring `f64`s, such as `4 ulp`.
    Ulp(u64),
}

impl Tolerance {
    /// Whether `actual` is near enough to `expected`.
    pub(crate) fn allows(self, expected: Number, actual: Number) -> bool {
        // Equal numbers are within any tolerance, also where their distance cannot be calculated.
        if expected.is_same(actual) {
            return true;
        }
        match self {
            Self::Absolute(bound) => distance(expected, actual)
                .is_some_and(|distance| distance.cmp_value(bound) != Ordering::Greater),
            Self::Relative(percent) => {
                let hundred = Number::Exact {
                    digits: 100,
                    decimals: 0,
                };
                // Both sides are taken a hundredfold, because a hundredth of the bound may need
                // more decimals than an exact number has.
                let bound = expected.magnitude().times(percent);
                let scaled = distance(expected, actual).and_then(|d| d.times(hundred));
                match (scaled, bound) {
                    (Some(scaled), Some(bound)) => scaled.cmp_value(bound) != Ordering::Greater,
                    _ => false,
                }
            }
            Self::Ulp(bound) => {
                rank(expected.to_f64()).abs_diff(rank(actual.to_f64())) <= u128::from(bound)
            }
        }
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absolute(bound) => write!(f, "{bound}"),
            Self::Relative(percent) => write!(f, "{percent}%"),
            Self::Ulp(bound) => write!(f, "{bound} ulp"),
        }
    }
}

fn distance(left: Number, right: Number) -> Option<Number> {
    left.plus(right.negated()).map(Number::magnitude)
}

/// The position of a number among all `f64`s; neighbours differ by one, and both zeros are 0.
fn rank(value: f64) -> i128 {
    // The bits of `f64`s without a sign, read as whole numbers, are in the order of their values.
    let magnitude = i128::from(value.abs().to_bits());
    if value.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_allows(tolerance: Tolerance, expected: &str, actual: &str, is_allowed: bool) {
        let number = |text| Number::parse(text).unwrap();
        assert_eq!(
            tolerance.allows(number(expected), number(actual)),
            is_allowed
        );
    }

    fn absolute(text: &str) -> Tolerance {
        Tolerance::Absolute(Number::parse(text).unwrap())
    }

    fn relative(text: &str) -> Tolerance {
        Tolerance::Relative(Number::parse(text).unwrap())
    }

    #[test]
    fn an_absolute_tolerance_includes_its_bound() {
        check_allows(absolute("0.001"), "0.3", "0.301", true);
        check_allows(absolute("0.001"), "0.3", "0.299", true);
        check_allows(absolute("0.001"), "0.3", "0.3010001", false);
        check_allows(absolute("0"), "0.3", "0.30", true);
    }

    #[test]
    fn a_relative_tolerance_is_a_share_of_the_expected_number() {
        check_allows(relative("1"), "200", "202", true);
        check_allows(relative("1"), "-200", "-198", true);
        check_allows(relative("1"), "200", "202.01", false);
        check_allows(relative("1"), "0", "0.0001", false);
    }

    #[test]
    fn an_ulp_tolerance_counts_neighbouring_doubles() {
        check_allows(Tolerance::Ulp(1), "0.3", "0.30000000000000004", true);
        check_allows(Tolerance::Ulp(0), "0.3", "0.30000000000000004", false);
        check_allows(Tolerance::Ulp(2), "5e-324", "-5e-324", true);
        check_allows(Tolerance::Ulp(1), "5e-324", "-5e-324", false);
    }
}
