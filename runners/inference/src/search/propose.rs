//! From inputs to relations.

use std::ops::RangeInclusive;

use killrate_model::Rng;

use crate::evaluate::{Evaluation, call};
use crate::null_space::Sample;
use crate::points::{uniform, unit};
use crate::polynomial::{Monomial, monomials};
use crate::together::together;
use crate::{
    CallError, Checks, Claim, Class, Constant, Domain, Expression, Function, Range, Relation, Term,
    Tolerance,
};

/// Laws with more terms than this are fits, not laws.
const MOST_TERMS: usize = 9;
/// So are those with more coefficients that have no name.
const MOST_UNNAMED: usize = 3;
/// And those whose coefficients differ by more than this factor.
const MOST_SPREAD: f64 = 2e3;
/// A coefficient this near to a named constant is that constant; verification decides whether rightly.
const NAMED: f64 = 1e-9;

/// A search on some functions, the first of which is the one that relations are about.
pub(crate) struct Search<'a, 'f> {
    pub(crate) functions: &'a mut [&'f mut dyn Function],
    pub(crate) names: Vec<String>,
    /// The relative rounding of arguments and results.
    pub(crate) epsilon: f64,
    /// Where each argument is sampled to find laws: where the function varies most.
    pub(crate) core: Vec<Range>,
    /// Where laws are verified: as far as the function has values that vary.
    pub(crate) home: Vec<Range>,
    pub(crate) rng: Rng,
}

/// A part of a search that depends on no other.
pub(crate) type Attempt<'t, T> =
    Box<dyn FnOnce(&mut Search<'_, '_>) -> Result<T, CallError> + Send + 't>;

impl Search<'_, '_> {
    /// Makes attempts, all at once: each has random numbers of its own, and calls are joined.
    pub(crate) fn all<T: Send>(
        &mut self,
        attempts: Vec<Attempt<'_, T>>,
    ) -> Result<Vec<T>, CallError> {
        let Self {
            functions,
            names,
            epsilon,
            core,
            home,
            rng,
        } = self;
        let (names, epsilon, core, home) = (&*names, *epsilon, &*core, &*home);
        let tasks = attempts.into_iter().map(|attempt| {
            let rng = Rng::new(rng.next_u64());
            move |functions: &mut [&mut dyn Function]| {
                attempt(&mut Search {
                    functions,
                    names: names.clone(),
                    epsilon,
                    core: core.clone(),
                    home: home.clone(),
                    rng,
                })
            }
        });
        together(functions, tasks.collect())
    }

    /// Whether arguments are whole numbers.
    pub(crate) fn is_whole(&self) -> bool {
        self.core.iter().all(|range| range.whole)
    }

    /// Calls the function under test on one column of arguments.
    pub(crate) fn call(&mut self, column: Vec<f64>) -> Result<Vec<f64>, CallError> {
        let n = column.len();
        call(self.functions[0], &[column], n)
    }

    /// Values of the inputs at rows of points.
    pub(crate) fn columns(
        &mut self,
        inputs: &[Expression],
        points: &[f64],
        width: usize,
    ) -> Result<Vec<Vec<f64>>, CallError> {
        let mut evaluation = Evaluation {
            functions: self.functions,
            points,
            width,
        };
        evaluation.values(inputs)
    }

    /// Points for finding laws: uniform ones, and some of every magnitude.
    pub(crate) fn sampling_points(&mut self, ranges: &[Range], n: usize) -> Vec<f64> {
        let mut points = Vec::with_capacity(n * ranges.len());
        for _ in 0..n {
            let logarithmic = self.rng.below(3) == 0;
            for range in ranges {
                let mut value = uniform(*range, &mut self.rng);
                if logarithmic && range.least <= 0.0 && range.greatest >= 0.0 {
                    // Down to a thousandth: smaller arguments look alike to a function.
                    value *= (-3.0 * std::f64::consts::LN_10 * unit(&mut self.rng)).exp();
                }
                points.push(if range.whole { value.round() } else { value });
            }
        }
        points
    }

    /// The relations between these inputs: of the least degree at which there are any.
    pub(crate) fn propose(
        &mut self,
        class: Class,
        inputs: &[Expression],
        ranges: &[Range],
        degrees: RangeInclusive<u8>,
    ) -> Result<Vec<Relation>, CallError> {
        let greatest = monomials(inputs.len(), *degrees.end()).len();
        let n_rows = Sample::n_needed(greatest);
        // Some rows are lost where the function has no value.
        let points = self.sampling_points(ranges, 2 * n_rows);
        let columns = self.columns(inputs, &points, ranges.len())?;
        for degree in degrees {
            let all = monomials(inputs.len(), degree);
            let sample = Sample::of_columns(&columns, Sample::n_needed(all.len()));
            let mut relations = Vec::new();
            for law in sample.new_laws(degree) {
                let domain = Domain {
                    ranges: ranges.to_vec(),
                };
                if let Some(relation) = self.relation(class, inputs, &all, &law, domain)
                    && let Some(verified) = self.verified(relation)?
                {
                    relations.push(verified);
                }
            }
            if !relations.is_empty() {
                return Ok(relations);
            }
        }
        Ok(Vec::new())
    }

    /// A law in words; `None` when it looks like a fit.
    fn relation(
        &self,
        class: Class,
        inputs: &[Expression],
        monomials: &[Monomial],
        law: &[f64],
        domain: Domain,
    ) -> Option<Relation> {
        let largest = law
            .iter()
            .fold(0.0_f64, |most, value| most.max(value.abs()));
        let terms: Vec<(f64, &Monomial)> = (law.iter().zip(monomials))
            .filter(|(value, _)| value.abs() > 1e-9 * largest)
            .map(|(value, monomial)| (*value, monomial))
            .collect();
        let (leading, _) = *terms.first()?;
        let coefficients: Vec<Term> = terms
            .into_iter()
            .map(|(value, monomial)| {
                let value = value / leading;
                Term {
                    coefficient: Constant::near(value, NAMED)
                        .unwrap_or_else(|| Constant::of(value)),
                    exponents: monomial.clone(),
                }
            })
            .filter(|term| term.coefficient.value != 0.0)
            .collect();
        let sizes = || coefficients.iter().map(|term| term.coefficient.value.abs());
        let spread = sizes().fold(0.0, f64::max) / sizes().fold(f64::INFINITY, f64::min);
        let n_unnamed = (coefficients.iter())
            .filter(|term| !term.coefficient.named)
            .count();
        let calls = |term: &Term| {
            (inputs.iter().zip(&term.exponents.0))
                .any(|(input, exponent)| *exponent > 0 && input.n_calls() > 0)
        };
        if coefficients.len() < 2
            || coefficients.len() > MOST_TERMS
            || n_unnamed > MOST_UNNAMED
            || spread > MOST_SPREAD
            || !coefficients.iter().any(calls)
        {
            return None;
        }
        let coefficients = without_fractions(coefficients);
        Some(self.claim(class, Claim::Zero, inputs.to_vec(), coefficients, domain))
    }

    /// A relation that nothing has been checked of.
    pub(crate) fn claim(
        &self,
        class: Class,
        claim: Claim,
        inputs: Vec<Expression>,
        coefficients: Vec<Term>,
        mut domain: Domain,
    ) -> Relation {
        // An argument that stands nowhere needs no range.
        let used = (inputs.iter()).map(Expression::greatest_argument).max();
        domain.ranges.truncate(used.unwrap_or(0) + 1);
        let mut relation = Relation {
            text: String::new(),
            class,
            functions: self.names.clone(),
            n_arguments: domain.ranges.len(),
            inputs,
            coefficients,
            claim,
            domain,
            tolerance: Tolerance {
                factor: Tolerance::LEAST,
                epsilon: self.epsilon,
            },
            checks: Checks::default(),
        };
        relation.drop_unused_inputs();
        relation.write_text();
        relation
    }
}

/// The same law with whole coefficients, where halves and thirds can be cleared.
fn without_fractions(terms: Vec<Term>) -> Vec<Term> {
    let is_whole = |value: f64| (value - value.round()).abs() < 1e-12;
    let factor = (1..=12).map(f64::from).find(|factor| {
        terms
            .iter()
            .all(|term| is_whole(term.coefficient.value * factor))
    });
    let Some(factor) = factor else {
        return terms;
    };
    terms
        .into_iter()
        .map(|term| Term {
            coefficient: Constant::whole((term.coefficient.value * factor).round() as i32),
            ..term
        })
        .collect()
}
