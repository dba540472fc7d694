//! Inputs that are no affine maps: squares, cubes, roots, reciprocals.

use super::{Attempts, Known, f, pieces, x};
use crate::search::Map;
use crate::{Class, Expression, Range, Unary};

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

pub(super) fn attempts(known: &Known, core: &[Range]) -> Vec<Attempts> {
    let core = core[0];
    let mirror = Map { a: -1.0, b: 0.0 };
    let has_mirror = known.scan.found.iter().any(|(map, _)| map.is(mirror));
    let mut attempts: Vec<Attempts> = Vec::new();
    for input in inputs() {
        // What is known of −x says all that |x| could.
        if has_mirror && matches!(input, Expression::Unary(Unary::Absolute, _)) {
            continue;
        }
        attempts.push(Box::new(move |search| {
            // With the argument itself among the results the law may still be found.
            let forms = [vec![f(input.clone()), f(x())], vec![f(input), f(x()), x()]];
            for inputs in forms {
                let degree = if inputs.len() == 2 { 3 } else { 2 };
                for piece in pieces(core) {
                    let relations =
                        search.propose(Class::CurvedInput, &inputs, &[piece], 1..=degree)?;
                    if relations.iter().any(|relation| relation.inputs.len() > 1) {
                        return Ok(relations);
                    }
                }
            }
            Ok(Vec::new())
        }));
    }
    attempts
}
