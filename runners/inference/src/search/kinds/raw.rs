//! An argument among the results, such as `Γ(x + 1) = x·Γ(x)`, or `√x² = x`.

use super::{Known, f, pieces, x};
use crate::search::Search;
use crate::{CallError, Class, Expression, Relation, Unary};

fn forms() -> Vec<(Vec<Expression>, u8)> {
    let one = || Expression::constant(1.0);
    let next = || f(x().plus(one()));
    let negated = || f(x().then(Unary::Negated));
    vec![
        (vec![next(), f(x()), x()], 2),
        (vec![negated(), f(x()), x()], 2),
        (
            vec![f(Expression::constant(2.0).times(x())), f(x()), x()],
            2,
        ),
        (vec![next(), f(x()), f(x().minus(one())), x()], 2),
        // Of the logarithm of a function with such a law.
        (vec![next().minus(f(x())).then(Unary::Exponential), x()], 2),
        (vec![f(x())], 3),
    ]
}

pub(super) fn search(
    search: &mut Search<'_, '_>,
    known: &Known,
) -> Result<Vec<Relation>, CallError> {
    let mut found: Vec<Relation> = Vec::new();
    for (inputs, degree) in forms() {
        let pieces = pieces(search.core[0]);
        for (at, piece) in pieces.into_iter().enumerate() {
            let relations = search.propose(Class::RawArgument, &inputs, &[piece], 1..=degree)?;
            let is_new = |relation: &Relation| {
                // Without the argument it is a law of the scan, or one of a part of the domain.
                let has_argument = relation.inputs.contains(&x()) || relation.inputs.len() == 1;
                has_argument || (at > 0 && !known.has_family())
            };
            let new: Vec<_> = relations.into_iter().filter(is_new).collect();
            if !new.is_empty() {
                found.extend(new);
                break;
            }
        }
    }
    Ok(found)
}
