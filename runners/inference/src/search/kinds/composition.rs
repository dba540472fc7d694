//! The function called with its own result, such as `|−|x|| = |x|`.

use super::{Attempts, Known, f, x};
use crate::{Class, Expression, Range, Unary};

fn forms() -> Vec<Vec<Expression>> {
    vec![
        vec![f(f(x())), f(x()), x()],
        vec![f(f(x()).then(Unary::Negated)), f(x()), x()],
        vec![f(x().plus(f(x()))), f(x()), x()],
        vec![f(x().minus(f(x()))), f(x()), x()],
    ]
}

pub(super) fn attempts(_known: &Known, core: &[Range]) -> Vec<Attempts> {
    let attempts = forms().into_iter().map(|inputs| -> Attempts {
        let ranges = core.to_vec();
        Box::new(move |search| {
            let mut relations = search.propose(Class::Composition, &inputs, &ranges, 1..=2)?;
            relations.retain(|relation| relation.inputs.iter().any(|input| input.n_calls() > 1));
            Ok(relations)
        })
    });
    attempts.collect()
}
