//! Relations between functions of the same arguments, such as `sin(x)² + cos(x)² = 1`.

use super::{Attempts, Known, f, x, y};
use crate::{Class, Expression, Range};

/// A call of one of the other functions with one argument.
fn g(function: usize, argument: Expression) -> Expression {
    Expression::Call {
        function,
        arguments: vec![argument],
    }
}

/// The inputs that are tried with another function, and the greatest degree.
fn forms(other: usize) -> Vec<(Vec<Expression>, u8)> {
    let doubled = || Expression::constant(2.0).times(x());
    let sum = || x().plus(y());
    vec![
        (vec![f(x()), g(other, x())], 2),
        (vec![f(doubled()), f(x()), g(other, x())], 2),
        (vec![f(x()), g(other, doubled())], 2),
        (vec![f(x()), g(other, x()), x()], 2),
        (vec![f(g(other, x())), x()], 2),
        (vec![g(other, f(x())), x()], 2),
        (
            vec![f(sum()), f(x()), f(y()), g(other, x()), g(other, y())],
            2,
        ),
    ]
}

pub(super) fn attempts(known: &Known, core: &[Range]) -> Vec<Attempts> {
    let core = core[0];
    let mut tried: Vec<(Vec<Expression>, u8)> = (1..known.n_functions).flat_map(forms).collect();
    for second in 1..known.n_functions {
        for third in second + 1..known.n_functions {
            tried.push((vec![f(x()), g(second, x()), g(third, x())], 2));
        }
    }
    let attempts = tried.into_iter().map(|(inputs, degree)| -> Attempts {
        let greatest = inputs.iter().map(Expression::greatest_argument).max();
        let ranges = vec![core; greatest.unwrap_or(0) + 1];
        Box::new(move |search| {
            let mut relations = search.propose(Class::Between, &inputs, &ranges, 1..=degree)?;
            relations.retain(|relation| {
                let mut inputs = relation.inputs.iter();
                inputs.any(|input| (1..relation.functions.len()).any(|one| input.calls(one)))
            });
            Ok(relations)
        })
    });
    attempts.collect()
}
