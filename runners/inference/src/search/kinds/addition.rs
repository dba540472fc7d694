//! A free second argument: addition theorems, and laws of products.

use super::{Attempts, Known, f, pieces, x, y};
use crate::{Class, Expression, Range};

/// What is tried: inputs and the greatest degree.
fn forms() -> Vec<(Vec<Expression>, u8)> {
    let (sum, difference) = (|| f(x().plus(y())), || f(x().minus(y())));
    let (product, quotient) = (|| f(x().times(y())), || f(x().over(y())));
    vec![
        (vec![sum(), f(x()), f(y())], 3),
        (vec![sum(), difference(), f(x()), f(y())], 2),
        (vec![product(), f(x()), f(y())], 2),
        (vec![quotient(), f(x()), f(y())], 2),
        (vec![product(), f(x()), f(y()), x(), y()], 2),
    ]
}

pub(super) fn attempts(known: &Known, core: &[Range]) -> Vec<Attempts> {
    let core = core[0];
    let mut attempts: Vec<Attempts> = Vec::new();
    for (inputs, degree) in forms() {
        attempts.push(Box::new(move |search| {
            for piece in pieces(core) {
                let relations =
                    search.propose(Class::Addition, &inputs, &[piece; 2], 1..=degree)?;
                if !relations.is_empty() {
                    return Ok(relations);
                }
            }
            Ok(Vec::new())
        }));
    }
    if let Some(shift) = quarter(known) {
        attempts.push(Box::new(move |search| {
            search.propose(Class::Addition, &with_shift(shift), &[core; 2], 1..=2)
        }));
    }
    attempts
}

/// The shift of the shortest law of degree 2, such as π/2 for the sine.
fn quarter(known: &Known) -> Option<f64> {
    let mut shifts: Vec<f64> = (known.scan.found.iter())
        .filter(|(map, relation)| map.a == 1.0 && relation.class == Class::Quadratic)
        .map(|(map, _)| map.b)
        .collect();
    shifts.sort_by(|left, right| left.abs().total_cmp(&right.abs()));
    shifts.first().copied()
}

/// `sin(x + y)` is a polynomial in the sines of x, y, and of both a quarter further.
fn with_shift(shift: f64) -> Vec<Expression> {
    let further = |argument: Expression| f(argument.plus(Expression::constant(shift)));
    vec![f(x().plus(y())), f(x()), f(y()), further(x()), further(y())]
}
