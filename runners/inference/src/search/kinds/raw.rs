//! An argument among the results, such as `Γ(x + 1) = x·Γ(x)`, or `√x² = x`.

use super::{Attempts, Known, f, pieces, x};
use crate::{Class, Expression, Range, Unary};

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

pub(super) fn attempts(known: &Known, core: &[Range]) -> Vec<Attempts> {
    let core = core[0];
    let has_family = known.has_family();
    let attempts = forms().into_iter().map(|(inputs, degree)| -> Attempts {
        Box::new(move |search| {
            for (at, piece) in pieces(core).into_iter().enumerate() {
                let mut relations =
                    search.propose(Class::RawArgument, &inputs, &[piece], 1..=degree)?;
                relations.retain(|relation| {
                    // Without the argument it is a law of the scan, or one of a part of the domain.
                    let has_argument = relation.inputs.contains(&x()) || relation.inputs.len() == 1;
                    has_argument || (at > 0 && !has_family)
                });
                if !relations.is_empty() {
                    return Ok(relations);
                }
            }
            Ok(Vec::new())
        })
    });
    attempts.collect()
}
