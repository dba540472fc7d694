//! Inequalities: monotone, convex, sub- and super-additive, and bounds.

use super::{Attempts, Known, f, x, y};
use crate::search::Search;
use crate::{
    CallError, Claim, Class, Constant, Domain, Expression, Monomial, Range, Relation, Term, Unary,
};

/// Bounds that functions are known to have.
const BOUNDS: [f64; 8] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    std::f64::consts::FRAC_PI_2,
    -std::f64::consts::FRAC_PI_2,
    std::f64::consts::PI,
    -std::f64::consts::PI,
];
/// A bound is one when values come this near to it.
const NEAR: f64 = 0.05;
const N_POINTS: usize = 1500;

/// The sum of multiples of some values is not negative.
type Sum = Vec<(i32, Expression)>;

pub(super) fn attempts(_known: &Known, core: &[Range]) -> Vec<Attempts> {
    let positive: Vec<Range> = (core.iter())
        .map(|range| Range {
            least: range.least.max(0.0),
            ..*range
        })
        .collect();
    let mut attempts: Vec<Attempts> = Vec::new();
    for form in forms(core.len()) {
        let greatest = form.iter().map(|(_, input)| input.greatest_argument());
        let n_arguments = greatest.max().map_or(0, |greatest| greatest + 1);
        let mut pieces = vec![core.to_vec(), positive.clone()];
        pieces.dedup();
        for piece in &mut pieces {
            piece.resize(n_arguments.max(piece.len()), piece[0]);
        }
        attempts.push(Box::new(move |search| {
            for ranges in pieces {
                for sign in [1, -1] {
                    let sum: Sum = (form.iter())
                        .map(|(factor, input)| (sign * factor, input.clone()))
                        .collect();
                    if let Some(relation) = claimed(search, sum, None, &ranges)? {
                        return Ok(vec![relation]);
                    }
                }
            }
            Ok(Vec::new())
        }));
    }
    let core = core.to_vec();
    attempts.push(Box::new(move |search| bounds(search, &core)));
    attempts
}

fn forms(n: usize) -> Vec<Sum> {
    let arguments: Vec<Expression> = (0..n).map(Expression::Argument).collect();
    let plain = || Expression::call(arguments.clone());
    let mut forms = Vec::new();
    for index in 0..n {
        let mut larger = arguments.clone();
        let step = Expression::Argument(n).then(Unary::Absolute);
        larger[index] = larger[index].clone().plus(step);
        forms.push(vec![(1, Expression::call(larger)), (-1, plain())]);
        forms.push(vec![(1, plain()), (-1, Expression::Argument(index))]);
    }
    if n == 1 {
        let middle = x().plus(y()).over(Expression::constant(2.0));
        forms.push(vec![(1, f(x())), (1, f(y())), (-2, f(middle))]);
        forms.push(vec![(1, f(x())), (1, f(y())), (-1, f(x().plus(y())))]);
    }
    if n == 2 {
        forms.push(vec![(1, x()), (1, y()), (-1, plain())]);
    }
    forms
}

/// The claim that a sum, and perhaps a number, is not negative, if that is true and not an equality.
fn claimed(
    search: &mut Search<'_, '_>,
    sum: Sum,
    number: Option<Constant>,
    ranges: &[Range],
) -> Result<Option<Relation>, CallError> {
    let n = sum.len();
    let (factors, inputs): (Vec<i32>, Vec<Expression>) = sum.into_iter().unzip();
    let mut terms: Vec<Term> = (factors.into_iter().enumerate())
        .map(|(at, factor)| {
            let mut exponents = vec![0; n];
            exponents[at] = 1;
            Term {
                coefficient: Constant::whole(factor),
                exponents: Monomial(exponents),
            }
        })
        .collect();
    terms.extend(number.map(|coefficient| Term {
        coefficient,
        exponents: Monomial(vec![0; n]),
    }));
    // The left side of the text is the first term, which reads better without a minus.
    terms.sort_by_key(|term| term.coefficient.value < 0.0);
    let domain = Domain {
        ranges: ranges.to_vec(),
    };
    let opposite = (terms.iter())
        .map(|term| Term {
            coefficient: Constant {
                value: -term.coefficient.value,
                ..term.coefficient.clone()
            },
            ..term.clone()
        })
        .collect();
    let claim = Claim::NotNegative;
    let relation = search.claim(
        Class::Inequality,
        claim,
        inputs.clone(),
        terms,
        domain.clone(),
    );
    let Some(verified) = search.verified(relation)? else {
        return Ok(None);
    };
    // Where the opposite holds, too, the two sides are equal, which is said elsewhere.
    let opposite = search.claim(Class::Inequality, claim, inputs, opposite, domain);
    let is_equality = search.verified(opposite)?.is_some();
    Ok((!is_equality).then_some(verified))
}

/// The named numbers that the results come near to and do not pass.
fn bounds(search: &mut Search<'_, '_>, core: &[Range]) -> Result<Vec<Relation>, CallError> {
    let points = search.sampling_points(core, N_POINTS);
    let plain = Expression::call((0..core.len()).map(Expression::Argument).collect());
    let columns = search.columns(std::slice::from_ref(&plain), &points, core.len())?;
    let values = || columns[0].iter().copied().filter(|value| value.is_finite());
    let least = values().fold(f64::INFINITY, f64::min);
    let greatest = values().fold(f64::NEG_INFINITY, f64::max);
    let mut found = Vec::new();
    for (sign, extreme) in [(1, least), (-1, -greatest)] {
        let bound = BOUNDS
            .into_iter()
            .map(|bound| f64::from(sign) * bound)
            .find(|bound| (*bound - 1e-12..=*bound + NEAR).contains(&extreme));
        if let Some(bound) = bound {
            let sum = vec![(sign, plain.clone())];
            let number = (bound != 0.0).then(|| Constant::of(-bound));
            found.extend(claimed(search, sum, number, core)?);
        }
    }
    Ok(found)
}
