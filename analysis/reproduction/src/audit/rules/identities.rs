//! A relation of trigonometric functions that is printed as an identity is one.

use std::f64::consts::PI;

use crate::audit::printed::Printed;
use crate::audit::recomputed::{Accuracy, Recomputed};

const RELATION: &str = "relation";
/// Places at which an identity is tried; away from multiples of the fractions of π that papers print.
const N_POINTS: u32 = 100;
const FIRST_POINT: f64 = 0.137;
const STEP: f64 = 0.193;
/// How far from zero a sum of terms of size one may be by rounding alone, with much room.
const ROUNDING: f64 = 1e-9;

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let mut found = Vec::new();
    for row in table.rows() {
        let text = row.get(RELATION);
        let Some(terms) = text.strip_suffix("=0").and_then(terms) else {
            continue;
        };
        let is_zero = |place: u32| {
            let x = FIRST_POINT + STEP * f64::from(place);
            let values: Vec<f64> = terms.iter().map(|term| term.at(x)).collect();
            let size: f64 = values.iter().map(|value| value.abs()).sum();
            values.iter().sum::<f64>().abs() <= ROUNDING * size.max(1.0)
        };
        let n_off = (0..N_POINTS).filter(|place| !is_zero(*place)).count();
        let is_identity = n_off == 0;
        found.push(Recomputed {
            kind: "identity",
            place: format!("{} {text}", row.get("library")).trim().to_owned(),
            printed: "0".to_owned(),
            computed: if is_identity {
                "0".to_owned()
            } else {
                format!("not 0 at {n_off} of {N_POINTS} points")
            },
            accuracy: Accuracy::of(is_identity),
        });
    }
    found
}

/// A number times functions of `x`.
struct Term {
    coefficient: f64,
    factors: Vec<Factor>,
}

type Function = fn(f64) -> f64;

/// A function of `a·x + b·π`, to a power.
struct Factor {
    function: Function,
    power: i32,
    a: f64,
    b: f64,
}

impl Term {
    fn at(&self, x: f64) -> f64 {
        let value = |factor: &Factor| {
            let Factor { function, a, b, .. } = factor;
            function(a * x + b * PI).powi(factor.power)
        };
        self.coefficient * self.factors.iter().map(value).product::<f64>()
    }
}

/// The terms of a sum such as `sin^2(x)-2sin(x)sin(-x+pi)-1`; `None` when it is none.
fn terms(text: &str) -> Option<Vec<Term>> {
    let mut rest = text;
    let mut terms = Vec::new();
    while !rest.is_empty() {
        let coefficient;
        (coefficient, rest) = signed(rest)?;
        let mut factors = Vec::new();
        while !rest.is_empty() && !rest.starts_with(['+', '-']) {
            let factor;
            (factor, rest) = self::factor(rest)?;
            factors.push(factor);
        }
        terms.push(Term {
            coefficient,
            factors,
        });
    }
    Some(terms).filter(|terms| !terms.is_empty())
}

/// A sign and digits, either of which may be left out, and what comes after them.
fn signed(text: &str) -> Option<(f64, &str)> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    let number: f64 = match digits {
        "" => 1.0,
        digits => digits.parse().ok()?,
    };
    Some((sign * number, rest))
}

fn factor(text: &str) -> Option<(Factor, &str)> {
    let functions: [(&str, Function); 3] =
        [("sin", f64::sin), ("cos", f64::cos), ("tan", f64::tan)];
    let mut known = functions.into_iter();
    let (function, rest) =
        known.find_map(|(name, function)| Some((function, text.strip_prefix(name)?)))?;
    let (power, rest) = match rest.strip_prefix("^2") {
        Some(rest) => (2, rest),
        None => (1, rest),
    };
    let (inside, rest) = rest.strip_prefix('(')?.split_once(')')?;
    let (a, inside) = signed(inside)?;
    let inside = inside.strip_prefix('x')?;
    let b = match inside {
        "" => 0.0,
        inside => {
            let (b, end) = signed(inside)?;
            (end == "pi").then_some(b)?
        }
    };
    let factor = Factor {
        function,
        power,
        a,
        b,
    };
    Some((factor, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_value(text: &str, x: f64, expected: f64) {
        let sum: f64 = terms(text).unwrap().iter().map(|term| term.at(x)).sum();
        assert!((sum - expected).abs() < 1e-12, "{text} is {sum} at {x}");
    }

    #[test]
    fn sums_of_products_are_read() {
        check_value("sin(x)", PI / 6.0, 0.5);
        check_value("-2sin(x)cos(-x+pi)+1", 0.0, 1.0);
        check_value("cos^2(0.5x-2pi)-0.5", PI, -0.5);
        check_value("tan(2x)", PI / 8.0, 1.0);
    }

    #[test]
    fn what_is_no_such_sum_is_passed_over() {
        for text in [
            "",
            "log(x)",
            "sin(y)",
            "sin(x",
            "sin(x+2)",
            "x",
            "1.2.3sin(x)",
        ] {
            assert!(terms(text).is_none(), "{text}");
        }
    }
}
