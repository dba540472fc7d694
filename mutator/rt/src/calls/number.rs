//! Which types can be arguments and results of calls.

/// A type that an argument of a table can be made of.
pub trait Argument: Sized {
    /// The number in this type; `None` when the type has no such number.
    ///
    /// Floating-point numbers of another width are rounded, and everything else is exact.
    fn of(number: f64) -> Option<Self>;
}

/// A type whose values can be results of a table.
pub trait Outcome {
    /// The value as a number, rounded where an integer has more digits.
    fn number(self) -> f64;
}

impl Argument for f64 {
    fn of(number: f64) -> Option<Self> {
        Some(number)
    }
}

impl Outcome for f64 {
    fn number(self) -> f64 {
        self
    }
}

impl Argument for f32 {
    fn of(number: f64) -> Option<Self> {
        Some(number as Self)
    }
}

impl Outcome for f32 {
    fn number(self) -> f64 {
        f64::from(self)
    }
}

impl Argument for bool {
    fn of(number: f64) -> Option<Self> {
        match number {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        }
    }
}

impl Outcome for bool {
    fn number(self) -> f64 {
        f64::from(u8::from(self))
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Argument for $integer {
            fn of(number: f64) -> Option<Self> {
                // A conversion saturates and cuts off, so only a number of this type survives both.
                // One more than the greatest would come back as itself, because that rounds up.
                let integer = number as Self;
                let is_same = integer as f64 == number && integer as i128 == number as i128;
                is_same.then_some(integer)
            }
        }

        impl Outcome for $integer {
            fn number(self) -> f64 {
                self as f64
            }
        }
    )*};
}

// The widest are left out: nothing here is wide enough to compare them in.
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_as_arguments_are_exact_or_refused() {
        assert_eq!(u8::of(255.0), Some(255));
        assert_eq!(u8::of(256.0), None);
        assert_eq!(u8::of(-1.0), None);
        assert_eq!(i32::of(0.5), None);
        assert_eq!(i32::of(-0.0), Some(0));
        assert_eq!(i64::of(f64::NAN), None);
        assert_eq!(i64::of(9_223_372_036_854_775_808.0), None);
        assert_eq!(
            u64::of(9_223_372_036_854_775_808.0),
            Some(9_223_372_036_854_775_808)
        );
        assert_eq!(u64::of(18_446_744_073_709_551_616.0), None);
    }

    #[test]
    fn integers_with_more_digits_are_rounded() {
        assert_eq!((1_i64 << 53).number(), 9_007_199_254_740_992.0);
        assert_eq!(((1_i64 << 53) + 1).number(), 9_007_199_254_740_992.0);
        assert_eq!(i64::MIN.number(), -9_223_372_036_854_775_808.0);
    }

    #[test]
    fn a_truth_value_is_one_or_zero() {
        assert_eq!(
            [0.0, 1.0, 2.0, f64::NAN].map(bool::of),
            [Some(false), Some(true), None, None]
        );
        assert_eq!(true.number(), 1.0);
    }

    #[test]
    fn narrow_floats_round() {
        assert_eq!(f32::of(0.1), Some(0.1_f32));
        assert_eq!(0.1_f32.number(), 0.100_000_001_490_116_12);
    }
}
