//! A free second argument: addition theorems, and laws of products.

use super::{Known, f, pieces, x, y};
use crate::search::Search;
use crate::{CallError, Class, Expression, Relation};

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

pub(super) fn search(
    search: &mut Search<'_, '_>,
    _known: &Known,
) -> Result<Vec<Relation>, CallError> {
    let mut found: Vec<Relation> = Vec::new();
    for (inputs, degree) in forms() {
        for piece in pieces(search.core[0]) {
            let relations = search.propose(Class::Addition, &inputs, &[piece; 2], 1..=degree)?;
            if !relations.is_empty() {
                found.extend(relations);
                break;
            }
        }
        if let Some(shift) = quarter(_known)
            && inputs.len() == 3
            && found.is_empty()
        {
            found.extend(with_shift(search, &inputs[0], shift)?);
        }
    }
    Ok(found)
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
fn with_shift(
    search: &mut Search<'_, '_>,
    sum: &Expression,
    shift: f64,
) -> Result<Vec<Relation>, CallError> {
    let further = |argument: Expression| f(argument.plus(Expression::constant(shift)));
    let inputs = [sum.clone(), f(x()), f(y()), further(x()), further(y())];
    let piece = search.core[0];
    search.propose(Class::Addition, &inputs, &[piece; 2], 1..=2)
}
