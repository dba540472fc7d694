//! Functions of several arguments: exchanged, negated, scaled, shifted, and combined arguments.

use super::{Attempts, Known};
use crate::{Class, Expression, Range, Unary};

type Form = (Vec<Expression>, u8);

pub(super) fn attempts(_known: &Known, core: &[Range]) -> Vec<Attempts> {
    let n = core.len();
    let positive: Vec<Range> = (core.iter())
        .map(|range| Range {
            least: range.least.max(0.0),
            ..*range
        })
        .collect();
    let attempts = forms(n).into_iter().map(|(inputs, degree)| -> Attempts {
        let mut pieces = vec![core.to_vec(), positive.clone()];
        pieces.dedup();
        // An argument that the function does not have is drawn like its first one.
        let uses_more = inputs.iter().any(|input| input.greatest_argument() >= n);
        for piece in &mut pieces {
            piece.extend(uses_more.then_some(piece[0]));
        }
        Box::new(move |search| {
            for ranges in pieces {
                let relations = search.propose(Class::Symmetry, &inputs, &ranges, 1..=degree)?;
                if !relations.is_empty() {
                    return Ok(relations);
                }
            }
            Ok(Vec::new())
        })
    });
    attempts.collect()
}

fn argument(index: usize) -> Expression {
    Expression::Argument(index)
}

/// The inputs that are tried, with the greatest degree.
fn forms(n: usize) -> Vec<Form> {
    let arguments: Vec<Expression> = (0..n).map(argument).collect();
    let plain = || Expression::call(arguments.clone());
    let with = |changes: &[(usize, Expression)]| {
        let mut changed = arguments.clone();
        for (index, expression) in changes {
            changed[*index] = expression.clone();
        }
        Expression::call(changed)
    };
    let further = || argument(n);
    let all = |change: &dyn Fn(Expression) -> Expression| {
        Expression::call(arguments.iter().cloned().map(change).collect())
    };
    let raw = || arguments.clone();
    let mut forms: Vec<Form> = Vec::new();
    for left in 0..n {
        for right in left + 1..n {
            let exchanged = with(&[(left, argument(right)), (right, argument(left))]);
            forms.push((vec![exchanged, plain()], 2));
        }
    }
    for negated in 1..1_usize << n {
        let changes: Vec<_> = (0..n)
            .filter(|index| negated >> index & 1 == 1)
            .map(|index| (index, argument(index).then(Unary::Negated)))
            .collect();
        forms.push((vec![with(&changes), plain()], 2));
    }
    forms.push(([vec![plain()], raw()].concat(), 2));
    forms.push((
        vec![all(&|one| one.times(further())), plain(), further()],
        2,
    ));
    forms.push((vec![all(&|one| one.plus(further())), plain(), further()], 2));
    for index in 0..n {
        let sum = with(&[(index, argument(index).plus(further()))]);
        let product = with(&[(index, argument(index).times(further()))]);
        let other = with(&[(index, further())]);
        forms.push((vec![sum, plain(), other.clone()], 2));
        forms.push((vec![product, plain(), other], 2));
    }
    if n == 2 {
        let (x, y, z) = (argument(0), argument(1), argument(2));
        let f = |left: Expression, right: Expression| Expression::call(vec![left, right]);
        forms.push((vec![f(x.clone(), x.clone()), x.clone()], 2));
        for (left, right) in [
            (x.clone().plus(y.clone()), y.clone()),
            (x.clone().minus(y.clone()), y.clone()),
            (x.clone(), x.clone().plus(y.clone())),
        ] {
            forms.push((vec![f(left, right), plain(), x.clone(), y.clone()], 1));
        }
        let nested = f(f(x.clone(), y.clone()), z.clone());
        forms.push((vec![nested, f(x.clone(), f(y.clone(), z))], 1));
        forms.push((vec![f(plain(), y.clone()), plain(), x.clone()], 1));
        forms.push((vec![f(x, plain()), plain(), y], 1));
    }
    forms
}
