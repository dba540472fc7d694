//! Inputs that are no affine maps: squares, cubes, roots, reciprocals.

use super::{Known, f, pieces, x};
use crate::search::{Map, Search};
use crate::{CallError, Class, Expression, Relation, Unary};

fn inputs() -> Vec<Expression> {
    let square = || x().then(Unary::Square);
    vec![
        x().then(Unary::Absolute),
        square(),
        square().times(x()),
        Expression::constant(1.0).over(x()),
        x().then(Unary::Root),
    ]
}

pub(super) fn search(
    search: &mut Search<'_, '_>,
    known: &Known,
) -> Result<Vec<Relation>, CallError> {
    let mut found = Vec::new();
    let mirror = Map { a: -1.0, b: 0.0 };
    let has_mirror = known.scan.found.iter().any(|(map, _)| map.is(mirror));
    for input in inputs() {
        // What is known of −x says all that |x| could.
        if has_mirror && matches!(input, Expression::Unary(Unary::Absolute, _)) {
            continue;
        }
        // With the argument itself among the results the law may still be found.
        let with_argument = [vec![f(input.clone()), f(x())], vec![f(input), f(x()), x()]];
        'forms: for inputs in with_argument {
            let degree = if inputs.len() == 2 { 3 } else { 2 };
            for piece in pieces(search.core[0]) {
                let relations =
                    search.propose(Class::CurvedInput, &inputs, &[piece], 1..=degree)?;
                let is_curved = relations.iter().any(|relation| relation.inputs.len() > 1);
                if is_curved {
                    found.extend(relations);
                    break 'forms;
                }
            }
        }
    }
    Ok(found)
}
