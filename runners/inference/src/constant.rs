//! Numbers that have a name, such as π/2.

use std::f64::consts::{E, LN_2, LN_10, LOG10_2, PI, SQRT_2};

use serde::{Deserialize, Serialize};

/// A number and how it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// The value.
    pub value: f64,
    /// The name of its absolute value, such as `3π/2`; digits when it has none.
    pub name: String,
    /// Whether the name says the value exactly.
    pub named: bool,
}

/// What fractions are multiples of, with a name for numerator `p` and denominator `q`.
const UNITS: [(f64, &str); 13] = [
    (1.0, ""),
    (PI, "π"),
    (LN_2, "ln2"),
    (E, "e"),
    (SQRT_2, "√2"),
    (LN_10, "ln10"),
    (1.098_612_288_668_109_8, "ln3"),
    (LOG10_2, "log10(2)"),
    (PI * PI, "π²"),
    (1.0 / PI, "/π"),
    (1.0 / E, "/e"),
    (1.732_050_807_568_877_2, "√3"),
    (1.772_453_850_905_516, "√π"),
];

/// The greatest whole number that is a name.
const WHOLE: f64 = 4096.0;
/// The greatest denominator and numerator of plain fractions.
const FRACTION: (u32, f64) = (12, 64.0);
/// The same for multiples of a constant: large ones would match anything.
const MULTIPLE: (u32, f64) = (6, 24.0);

impl Constant {
    /// The whole number.
    pub fn whole(value: i32) -> Self {
        Self {
            value: f64::from(value),
            name: value.unsigned_abs().to_string(),
            named: true,
        }
    }

    /// The number, with a name when a named one equals it up to rounding.
    pub fn of(value: f64) -> Self {
        Self::near(value, 1e-15).unwrap_or_else(|| Self {
            value,
            name: format!("{}", value.abs()),
            named: false,
        })
    }

    /// The simplest named number within `tolerance`, relative for numbers above 1.
    pub fn near(value: f64, tolerance: f64) -> Option<Self> {
        let allowed = tolerance * value.abs().max(1.0);
        if value.abs() <= allowed {
            return Some(Self::whole(0));
        }
        let mut candidates = UNITS.iter().enumerate().flat_map(|(index, (unit, name))| {
            let (denominators, numerators) = if index == 0 { FRACTION } else { MULTIPLE };
            (1..=denominators).map(move |q| (*unit, *name, q, numerators))
        });
        candidates.find_map(|(unit, name, q, numerators)| {
            let p = (value * f64::from(q) / unit).round();
            let named = p * unit / f64::from(q);
            // A whole number needs no small numerator to be simple.
            let greatest = if unit == 1.0 && q == 1 {
                WHOLE
            } else {
                numerators
            };
            (p != 0.0 && p.abs() <= greatest && (named - value).abs() <= allowed).then(|| Self {
                value: named,
                name: fraction(p.abs(), name, q),
                named: true,
            })
        })
    }

    /// Whether the float is the number that is meant: a whole number, or one over a power of two.
    pub fn is_exact(&self) -> bool {
        let eighths = 8.0 * self.value;
        self.named && eighths == eighths.round() && eighths.abs() < 1e15
    }
}

fn fraction(p: f64, unit: &str, q: u32) -> String {
    let numerator = match unit.strip_prefix('/') {
        Some(below) if q == 1 => return format!("{p}/{below}"),
        Some(below) => return format!("{p}/({q}{below})"),
        None if unit.is_empty() => p.to_string(),
        None if p == 1.0 => unit.to_owned(),
        None => format!("{p}{unit}"),
    };
    match q {
        1 => numerator,
        _ => format!("{numerator}/{q}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_name(value: f64, expected: &str) {
        assert_eq!(Constant::of(value).name, expected);
    }

    #[test]
    fn numbers_are_called_what_people_call_them() {
        check_name(2.0 * PI, "2π");
        check_name(-PI / 2.0, "π/2");
        check_name(0.75, "3/4");
        check_name(0.0, "0");
        check_name(2.0 / PI, "2/π");
        check_name(LN_2 / 2.0, "ln2/2");
        check_name(3.0 / PI / 4.0, "3/(4π)");
    }

    #[test]
    fn a_number_without_a_name_is_its_digits() {
        let constant = Constant::of(-0.577_215_664_901_532_9);
        assert!(!constant.named);
        assert_eq!(constant.name, "0.5772156649015329");
        assert_eq!(constant.value, -0.577_215_664_901_532_9);
    }

    #[test]
    fn halves_are_exact_and_thirds_are_not() {
        let is_exact = |value| Constant::of(value).is_exact();
        assert!(is_exact(0.5) && is_exact(-3.0) && is_exact(2.25));
        assert!(!is_exact(1.0 / 3.0) && !is_exact(PI) && !is_exact(0.577_215_664_901_532_9));
    }

    #[test]
    fn a_near_number_takes_the_exact_value() {
        let near = Constant::near(PI + 5e-8, 1e-6).expect("it is close to π");
        assert_eq!(near.value, PI);
        assert_eq!(Constant::near(PI + 1e-3, 1e-6).map(|near| near.name), None);
    }
}
