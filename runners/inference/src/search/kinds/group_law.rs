//! Laws by which inputs combine where results add up, such as `atan(x) + atan(y) = atan((x + y)/(1 − x·y))`.
//!
//! For pairs of inputs the input `z` with `f(z) = f(x) + f(y)` is found by bisection. If x, y and z, or
//! their squares, obey a polynomial law, and the law can be solved for z, then the solution is a relation.

use super::{Attempts, Known, f, x, y};
use crate::linear::reduced_echelon;
use crate::null_space::Sample;
use crate::polynomial::{Monomial, monomials};
use crate::search::Search;
use crate::{CallError, Claim, Class, Constant, Domain, Expression, Range, Relation, Term, Unary};

/// Points at which monotonicity is tested.
const N_GRID: u32 = 600;
const N_PAIRS: usize = 160;
/// Parts into which every bracket is cut by one request, and how often.
const PARTS: usize = 16;
const ROUNDS: usize = 15;
/// What `f(x) + f(z)` may come to for pairs that complement each other.
const COMPLEMENTS: [f64; 3] = [std::f64::consts::FRAC_PI_2, std::f64::consts::PI, 1.0];

/// Which inputs are combined to a third.
#[derive(Clone, Copy)]
enum Combination {
    /// `f(z) = f(x) + f(y)`.
    Sum,
    /// `f(z) = c − f(x)`.
    Complement(f64),
}

impl Combination {
    /// What the law is sought in: the third input and the first, or the third input and the sum and the
    /// product of the others, which is enough where both play the same part and takes fewer monomials.
    fn variables(self, mut columns: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        let (first, second) = (columns[1].clone(), columns[2].clone());
        columns.truncate(1);
        let pairs = || first.iter().zip(&second);
        match self {
            Self::Sum => {
                columns.push(pairs().map(|(x, y)| x + y).collect());
                columns.push(pairs().map(|(x, y)| x * y).collect());
            }
            Self::Complement(_) => columns.push(first),
        }
        columns
    }

    /// Terms in these variables as terms in x and y.
    fn expanded<'t>(self, terms: impl Iterator<Item = (f64, &'t [u8])>) -> Vec<(f64, Vec<u8>)> {
        let mut expanded: Vec<(f64, Vec<u8>)> = Vec::new();
        for (value, exponents) in terms {
            let [sum, product] = match (self, exponents) {
                (Self::Sum, [sum, product]) => [*sum, *product],
                (_, exponents) => {
                    expanded.push((value, vec![exponents[0], 0]));
                    continue;
                }
            };
            let mut binomial = 1.0;
            for k in 0..=sum {
                let exponents = vec![sum - k + product, k + product];
                match expanded.iter_mut().find(|(_, other)| *other == exponents) {
                    Some((other, _)) => *other += value * binomial,
                    None => expanded.push((value * binomial, exponents)),
                }
                binomial *= f64::from(sum - k) / f64::from(k + 1);
            }
        }
        expanded.retain(|(value, _)| *value != 0.0);
        expanded
    }
}

pub(super) fn attempts(known: &Known, core: &[Range]) -> Vec<Attempts> {
    let core = core[0];
    let mut families = known.scan.families.iter();
    if core.whole || families.any(|(_, degree)| *degree == 1) || !known.algebraic.is_empty() {
        // An exponential or a line, whose law is one of sums, or a root, whose laws are known.
        return Vec::new();
    }
    let complements = COMPLEMENTS.map(Combination::Complement);
    let combinations = std::iter::once(Combination::Sum).chain(complements);
    let attempts = combinations.map(|combination| -> Attempts {
        Box::new(move |search| of_combination(search, combination, core))
    });
    attempts.collect()
}

fn of_combination(
    search: &mut Search<'_, '_>,
    combination: Combination,
    core: Range,
) -> Result<Vec<Relation>, CallError> {
    let positive = Range {
        least: core.least.max(0.0),
        ..core
    };
    for (piece, squared) in [(core, false), (positive, false), (positive, true)] {
        let Some(scale) = Scale::of(search, piece, combination)? else {
            continue;
        };
        for degree in 1..=2 {
            let relations = scale.laws(search, combination, squared, degree)?;
            if !relations.is_empty() {
                return Ok(relations);
            }
        }
    }
    Ok(Vec::new())
}

/// A piece of the domain on which the function is strictly monotone.
struct Scale {
    whole: Range,
    /// The part of it from which inputs are combined: results stay among those of the whole.
    inputs: Range,
    rises: bool,
}

impl Scale {
    fn of(
        search: &mut Search<'_, '_>,
        whole: Range,
        combination: Combination,
    ) -> Result<Option<Self>, CallError> {
        let width = whole.greatest - whole.least;
        let grid: Vec<f64> = (0..=N_GRID)
            .map(|at| whole.least + width * f64::from(at) / f64::from(N_GRID))
            .collect();
        let values = search.call(grid.clone())?;
        let known: Vec<(f64, f64)> = (grid.into_iter().zip(values))
            .filter(|(_, value)| value.is_finite())
            .collect();
        let rises = known.windows(2).all(|pair| pair[0].1 < pair[1].1);
        let falls = known.windows(2).all(|pair| pair[0].1 > pair[1].1);
        if known.len() * 2 < N_GRID as usize || !(rises || falls) {
            return Ok(None);
        }
        let (first, last) = (known[0], known[known.len() - 1]);
        let (low, high) = (first.1.min(last.1), first.1.max(last.1));
        let combines = |value: f64| {
            let combined = match combination {
                Combination::Sum => 2.0 * value,
                Combination::Complement(c) => c - value,
            };
            (low..=high).contains(&combined)
        };
        let mut inputs = known.iter().filter(|(_, value)| combines(*value));
        let Some((least, _)) = inputs.next() else {
            return Ok(None);
        };
        let greatest = inputs.next_back().map_or(*least, |(at, _)| *at);
        let (least, whole) = (
            *least,
            Range {
                least: first.0,
                greatest: last.0,
                ..whole
            },
        );
        let inputs = Range {
            least,
            greatest,
            ..whole
        };
        Ok((least < greatest).then_some(Self {
            whole,
            inputs,
            rises,
        }))
    }

    /// The relations that laws of a degree make, where they can be solved.
    fn laws(
        &self,
        search: &mut Search<'_, '_>,
        combination: Combination,
        squared: bool,
        degree: u8,
    ) -> Result<Vec<Relation>, CallError> {
        let points = search.sampling_points(&[self.inputs; 2], N_PAIRS);
        let (first, second): (Vec<f64>, Vec<f64>) = points
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .unzip();
        let values = search.call(first.clone())?;
        let targets: Vec<f64> = match combination {
            Combination::Sum => {
                let others = search.call(second.clone())?;
                values
                    .iter()
                    .zip(others)
                    .map(|(left, right)| left + right)
                    .collect()
            }
            Combination::Complement(c) => values.iter().map(|value| c - value).collect(),
        };
        let combined = self.inverse(search, &targets)?;
        let mut columns = vec![combined, first, second];
        if squared {
            for value in columns.iter_mut().flatten() {
                *value *= *value;
            }
        }
        let columns = combination.variables(columns);
        let all = monomials(columns.len(), degree);
        let sample = Sample::of_columns(&columns, Sample::n_needed(all.len()));
        let mut found = Vec::new();
        // Any law will do that has z in it: the other two are free.
        for law in reduced_echelon(sample.null_space(&all)) {
            for solution in solutions(&all, &law, combination, squared) {
                if let Some(relation) = self.relation(search, combination, solution)? {
                    found.push(relation);
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The inputs with these results, by cutting brackets into parts, all of them in one request.
    fn inverse(&self, search: &mut Search<'_, '_>, targets: &[f64]) -> Result<Vec<f64>, CallError> {
        let mut brackets = vec![(self.whole.least, self.whole.greatest); targets.len()];
        for _ in 0..ROUNDS {
            let cuts: Vec<f64> = (brackets.iter())
                .flat_map(|(low, high)| {
                    let part = (high - low) / PARTS as f64;
                    (1..PARTS).map(move |at| low + part * at as f64)
                })
                .collect();
            let values = search.call(cuts.clone())?;
            let rows = cuts
                .chunks_exact(PARTS - 1)
                .zip(values.chunks_exact(PARTS - 1));
            for ((bracket, target), (cuts, values)) in brackets.iter_mut().zip(targets).zip(rows) {
                let below = |value: f64| (value < *target) == self.rises;
                for (cut, value) in cuts.iter().zip(values) {
                    match below(*value) {
                        true => bracket.0 = bracket.0.max(*cut),
                        false => bracket.1 = bracket.1.min(*cut),
                    }
                }
            }
        }
        let middles: Vec<f64> = brackets
            .iter()
            .map(|(low, high)| 0.5 * (low + high))
            .collect();
        let reached = search.call(middles.clone())?;
        Ok((middles.into_iter().zip(reached).zip(targets))
            .map(|((middle, value), target)| {
                // The ends of the range are returned for targets outside.
                let near = (value - target).abs() <= 1e-12 * target.abs().max(1e-3);
                if near { middle } else { f64::NAN }
            })
            .collect())
    }

    fn relation(
        &self,
        search: &mut Search<'_, '_>,
        combination: Combination,
        solution: Expression,
    ) -> Result<Option<Relation>, CallError> {
        let term = |coefficient: Constant, exponents: &[u8]| Term {
            coefficient,
            exponents: Monomial(exponents.to_vec()),
        };
        let (inputs, terms, n_arguments) = match combination {
            Combination::Sum => (
                vec![f(x()), f(y()), f(solution)],
                vec![
                    term(Constant::whole(1), &[1, 0, 0]),
                    term(Constant::whole(1), &[0, 1, 0]),
                    term(Constant::whole(-1), &[0, 0, 1]),
                ],
                2,
            ),
            Combination::Complement(c) => (
                vec![f(x()), f(solution)],
                vec![
                    term(Constant::whole(1), &[1, 0]),
                    term(Constant::whole(1), &[0, 1]),
                    term(Constant::of(-c), &[0, 0]),
                ],
                1,
            ),
        };
        // On all of the domain where that is true, otherwise where results stay among the known ones.
        for range in [self.whole, self.inputs] {
            let domain = Domain {
                ranges: vec![range; n_arguments],
            };
            let (inputs, terms) = (inputs.clone(), terms.clone());
            let relation = search.claim(Class::GroupLaw, Claim::Zero, inputs, terms, domain);
            if let Some(verified) = search.verified(relation)? {
                return Ok(Some(verified));
            }
        }
        Ok(None)
    }
}

/// A law in z, x and y, solved for z where it is of degree 1 or 2 in z.
fn solutions(
    all: &[Monomial],
    law: &[f64],
    combination: Combination,
    squared: bool,
) -> Vec<Expression> {
    let Some(law) = whole(law) else {
        return Vec::new();
    };
    let part = |power: u8| Polynomial {
        terms: combination.expanded(
            (all.iter().zip(&law))
                .filter(|(monomial, value)| monomial.0[0] == power && **value != 0.0)
                .map(|(monomial, value)| (*value, &monomial.0[1..])),
        ),
        squared,
    };
    let (constant, linear, quadratic) = (part(0), part(1), part(2));
    let solved = if linear.terms.is_empty() && quadratic.terms.is_empty() {
        Vec::new()
    } else if quadratic.terms.is_empty() {
        vec![constant.times(-1.0).over(&linear)]
    } else if linear.terms.is_empty() {
        let root = constant.times(-1.0).over(&quadratic).then(Unary::Root);
        vec![root.clone(), root.then(Unary::Negated)]
    } else {
        roots(&constant, &linear, &quadratic)
    };
    match squared {
        true => (solved.into_iter())
            .map(|one| one.then(Unary::Root))
            .collect(),
        false => solved,
    }
}

/// z = (h ± √(h² − q·c))/q, with h half of the linear part on the other side.
fn roots(constant: &Polynomial, linear: &Polynomial, quadratic: &Polynomial) -> Vec<Expression> {
    // With a positive square where it is a number, so that it can often be left out.
    let sign = match quadratic.constant() {
        Some(value) if value < 0.0 => -1.0,
        _ => 1.0,
    };
    let (constant, quadratic) = (constant.times(sign), quadratic.times(sign));
    let half = linear.times(-sign * 0.5);
    let product = match quadratic.is_one() {
        true => constant.expression(),
        false => quadratic.expression().times(constant.expression()),
    };
    let square = half.expression().then(Unary::Square);
    let root = square.minus(product).then(Unary::Root);
    let start = half.expression();
    [start.clone().plus(root.clone()), start.minus(root)]
        .into_iter()
        .map(|above| match quadratic.is_one() {
            true => above,
            false => above.over(quadratic.expression()),
        })
        .collect()
}

/// The law with whole coefficients, if it has any.
fn whole(law: &[f64]) -> Option<Vec<f64>> {
    let sizes = || law.iter().map(|value| value.abs());
    let least = sizes()
        .filter(|value| *value > 1e-7)
        .fold(f64::INFINITY, f64::min);
    [1.0, 2.0, 3.0, 4.0].into_iter().find_map(|factor| {
        let scaled = law.iter().map(|value| {
            let value = factor * value / least;
            let rounded = value.round();
            ((value - rounded).abs() < 1e-5 && rounded.abs() < 100.0).then_some(rounded)
        });
        scaled.collect()
    })
}

/// A polynomial in x and y, or in their squares.
struct Polynomial {
    terms: Vec<(f64, Vec<u8>)>,
    squared: bool,
}

impl Polynomial {
    fn times(&self, factor: f64) -> Self {
        let terms = self.terms.iter();
        Self {
            terms: terms
                .map(|(value, exponents)| (factor * value, exponents.clone()))
                .collect(),
            squared: self.squared,
        }
    }

    fn is_one(&self) -> bool {
        self.constant() == Some(1.0)
    }

    fn constant(&self) -> Option<f64> {
        match self.terms.as_slice() {
            [(value, exponents)] if exponents.iter().all(|exponent| *exponent == 0) => Some(*value),
            _ => None,
        }
    }

    /// The quotient, with as few minus signs as there can be.
    fn over(&self, below: &Self) -> Expression {
        let n_negative = |one: &Self| one.terms.iter().filter(|(value, _)| *value < 0.0).count();
        let n_terms = self.terms.len() + below.terms.len();
        let sign = match 2 * (n_negative(self) + n_negative(below)) > n_terms {
            true => -1.0,
            false => 1.0,
        };
        let (above, below) = (self.times(sign), below.times(sign));
        match below.constant() {
            Some(1.0) => above.expression(),
            Some(-1.0) => above.times(-1.0).expression(),
            _ => above.expression().over(below.expression()),
        }
    }

    fn expression(&self) -> Expression {
        let mut sum: Option<Expression> = None;
        // Positive terms of a low degree first: a sum that starts with a minus is harder to read.
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_key(|(value, exponents)| (*value < 0.0, exponents.iter().sum::<u8>()));
        for (value, exponents) in terms {
            let term = self.monomial(value.abs(), exponents);
            sum = Some(match (sum, *value < 0.0) {
                (None, false) => term,
                (None, true) => term.then(Unary::Negated),
                (Some(sum), false) => sum.plus(term),
                (Some(sum), true) => sum.minus(term),
            });
        }
        sum.unwrap_or_else(|| Expression::constant(0.0))
    }

    fn monomial(&self, size: f64, exponents: &[u8]) -> Expression {
        let mut factors = Vec::new();
        if size != 1.0 {
            factors.push(Expression::constant(size));
        }
        for (exponent, argument) in exponents.iter().zip([x(), y()]) {
            let power = if self.squared {
                2 * exponent
            } else {
                *exponent
            };
            let square = argument.clone().then(Unary::Square);
            factors.extend(std::iter::repeat_n(square, usize::from(power / 2)));
            factors.extend((power % 2 == 1).then_some(argument));
        }
        let product = factors.into_iter().reduce(Expression::times);
        product.unwrap_or_else(|| Expression::constant(size))
    }
}
