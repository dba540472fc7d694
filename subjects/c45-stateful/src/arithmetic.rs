//! How exactly numbers are kept.

use crate::data::Value;

/// Weights are whole multiples of one part in this many.
///
/// Sums of such weights are exact up to a million cases, hence equal in any order of the rows.
const WEIGHT_PARTS: f64 = 4_294_967_296.0;

/// How far above the midpoint a value still counts as on it, as a share of the gap.
///
/// Rounding moves the midpoint by far less, so scaling or shifting the data moves no cut.
const MIDPOINT_MARGIN: f64 = 1e-6;

/// The precision of what is kept; whatever is only passed on has double precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Double precision, with weights whose sums are exact.
    Double,
    /// As in release 8: single precision, and values must differ by a margin to be cut.
    Release8,
}

impl Arithmetic {
    /// A number as it is kept.
    pub fn keep(self, number: f64) -> f64 {
        match self {
            Arithmetic::Double => number,
            Arithmetic::Release8 => f64::from(number as f32),
        }
    }

    /// Turns the numbers among an example's values into what is kept of them.
    pub fn keep_numbers(self, values: &mut [Value]) {
        for value in values {
            if let Value::Number(number) = value {
                *number = self.keep(*number);
            }
        }
    }

    /// A shared weight as it is kept.
    pub fn keep_weight(self, weight: f64) -> f64 {
        match self {
            Arithmetic::Double => (weight * WEIGHT_PARTS).round() / WEIGHT_PARTS,
            Arithmetic::Release8 => self.keep(weight),
        }
    }

    /// The middle of two neighbouring values, up to which a value is below the cut.
    pub fn midpoint(self, low: f64, high: f64) -> f64 {
        match self {
            Arithmetic::Double => (low + high) / 2.0 + (high - low) * MIDPOINT_MARGIN,
            Arithmetic::Release8 => self.keep(self.keep(low + high) / 2.0),
        }
    }

    /// By how much neighbouring values must differ at least to be cut apart.
    pub fn least_gap(self) -> f64 {
        match self {
            Arithmetic::Double => 0.0,
            Arithmetic::Release8 => 1e-5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_precision_has_seven_digits() {
        assert_eq!(Arithmetic::Release8.keep(0.1), f64::from(0.1f32));
        assert_eq!(Arithmetic::Double.keep(0.1), 0.1);
    }

    #[test]
    fn only_the_numbers_of_an_example_lose_digits() {
        let mut values = [Value::Nominal(1), Value::Number(0.1), Value::Missing];
        Arithmetic::Release8.keep_numbers(&mut values);
        let single = Value::Number(f64::from(0.1f32));
        assert_eq!(values, [Value::Nominal(1), single, Value::Missing]);
    }

    #[test]
    fn weights_are_multiples_of_one_part() {
        let third = Arithmetic::Double.keep_weight(1.0 / 3.0);
        assert_eq!((third * WEIGHT_PARTS).fract(), 0.0);
        assert!((third - 1.0 / 3.0).abs() < 1e-9);
        let single = Arithmetic::Release8.keep_weight(1.0 / 3.0);
        assert_eq!(single, f64::from(1.0f32 / 3.0));
    }

    #[test]
    fn only_release_8_wants_a_gap() {
        assert_eq!(Arithmetic::Double.least_gap(), 0.0);
        assert_eq!(Arithmetic::Release8.least_gap(), 1e-5);
    }
}
