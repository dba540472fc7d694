//! The function called with its own result, such as `|−|x|| = |x|`.

use super::{Known, f, x};
use crate::search::Search;
use crate::{CallError, Class, Expression, Relation, Unary};

fn forms() -> Vec<Vec<Expression>> {
    vec![
        vec![f(f(x())), f(x()), x()],
        vec![f(f(x()).then(Unary::Negated)), f(x()), x()],
        vec![f(x().plus(f(x()))), f(x()), x()],
        vec![f(x().minus(f(x()))), f(x()), x()],
    ]
}

pub(super) fn search(
    search: &mut Search<'_, '_>,
    _known: &Known,
) -> Result<Vec<Relation>, CallError> {
    let ranges = search.core.clone();
    let mut found = Vec::new();
    for inputs in forms() {
        let relations = search.propose(Class::Composition, &inputs, &ranges, 1..=2)?;
        let composed =
            |relation: &Relation| relation.inputs.iter().any(|input| input.n_calls() > 1);
        found.extend(relations.into_iter().filter(composed));
    }
    Ok(found)
}
