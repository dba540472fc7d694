//! A relation between the results of several calls.

use serde::{Deserialize, Serialize};

use crate::{Constant, Expression, Monomial};

/// A claim about the results of calls with related arguments, such as `sin(x + π) = −sin(x)`.
///
/// A polynomial in a few values, each of them a call or an argument, is zero, or is not negative.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Relation {
    /// How it is written.
    pub text: String,
    /// What kind of relation it is.
    pub class: Class,
    /// The names of the functions that are called; the first is the one under test.
    pub functions: Vec<String>,
    /// How many arguments it has, which is often more than the function has.
    pub n_arguments: usize,
    /// The values that the polynomial is in: the calls with their inputs.
    pub inputs: Vec<Expression>,
    /// The terms of the polynomial.
    pub coefficients: Vec<Term>,
    /// What is claimed of the polynomial.
    pub claim: Claim,
    /// Where it was seen to hold.
    pub domain: Domain,
    /// How far the polynomial may be from zero.
    pub tolerance: Tolerance,
    /// How often it was checked on the function that it was inferred from.
    pub checks: Checks,
}

/// A term of a polynomial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// What the monomial is multiplied by.
    pub coefficient: Constant,
    /// The exponents of the values.
    pub exponents: Monomial,
}

/// What is claimed of a polynomial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// It is zero.
    Zero,
    /// It is zero or positive.
    NotNegative,
}

/// The kinds of relations, in the order in which they are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Two calls, the second with `a·x + b`, and an output relation of degree 1 (Formula 4).
    Linear,
    /// The same with an output relation of degree 2 (Formula 5).
    Quadratic,
    /// The same with an output relation of degree 3 or 4.
    Higher,
    /// Three calls with affine inputs.
    ThreeCalls,
    /// A free second argument, such as an addition theorem.
    Addition,
    /// Results add up where the inputs follow a law that was itself inferred.
    GroupLaw,
    /// An input that is no affine map, such as a square or a reciprocal.
    CurvedInput,
    /// An argument stands among the results.
    RawArgument,
    /// The function is called with its own result.
    Composition,
    /// Between two functions.
    Between,
    /// Arguments exchanged, negated, scaled or shifted.
    Symmetry,
    /// An inequality.
    Inequality,
}

/// The box from which the arguments of a relation are taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Domain {
    /// The range of each argument of the relation.
    pub ranges: Vec<Range>,
}

/// The numbers between two others, both included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Range {
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
    /// Whether only whole numbers are meant.
    pub whole: bool,
}

/// How far rounding may take a polynomial from its claim.
///
/// A check is violated when the residual is more than `factor · epsilon` times the magnitude of the
/// terms and of what an error of one unit in the last place, in any result or input, would do to them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Tolerance {
    /// Twice the greatest need of the original, at least [`Tolerance::LEAST`].
    pub factor: f64,
    /// The distance between 1 and the next number of the function's kind.
    pub epsilon: f64,
}

/// What checks of the original showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Checks {
    /// How many points it was checked on.
    pub n_points: usize,
    /// On how many of these all values were finite, so that the check said something.
    pub n_defined: usize,
    /// How many of these were undecided: the function jumps within the rounding of an input.
    pub n_undecided: usize,
}

impl Tolerance {
    /// No relation is held to less: results are correct to about one unit in the last place at best.
    pub const LEAST: f64 = 4.0;
    /// A relation that needs more than this is none.
    pub const GREATEST: f64 = 256.0;
}

impl Checks {
    /// Whether all points had finite values: only then does a value that is not finite violate.
    pub fn are_total(&self) -> bool {
        self.n_points > 0 && self.n_points == self.n_defined
    }
}

impl Relation {
    /// Forgets inputs that no term has, which would be called for nothing.
    pub(crate) fn drop_unused_inputs(&mut self) {
        let is_used = |at: usize| {
            let mut terms = self.coefficients.iter();
            terms.any(|term| term.exponents.0[at] > 0)
        };
        let used: Vec<bool> = (0..self.inputs.len()).map(is_used).collect();
        let mut at = used.iter();
        self.inputs.retain(|_| at.next().is_some_and(|used| *used));
        for term in &mut self.coefficients {
            let mut at = used.iter();
            let exponents = &mut term.exponents.0;
            exponents.retain(|_| at.next().is_some_and(|used| *used));
        }
    }

    /// The polynomial of a claim, in words: one term on the left, the others on the right.
    pub fn write_text(&mut self) {
        // Sums are compared as they are; elsewhere one term is said by the others.
        let is_sum = matches!(self.class, Class::GroupLaw | Class::Inequality);
        let (left, right): (Vec<_>, Vec<_>) = (self.coefficients.iter().enumerate())
            .map(|(at, term)| (at == 0 || (is_sum && term.coefficient.value > 0.0), term))
            .partition(|(is_left, _)| *is_left);
        let left = self.side(left.into_iter().map(|(_, term)| term).collect(), false);
        let right = self.side(right.into_iter().map(|(_, term)| term).collect(), true);
        let sign = match self.claim {
            Claim::Zero => "=",
            Claim::NotNegative => "≥",
        };
        self.text = format!("{left} {sign} {right}");
    }

    /// A sum of terms, positive ones first.
    fn side(&self, mut terms: Vec<&Term>, negated: bool) -> String {
        terms.sort_by_key(|term| (term.coefficient.value < 0.0) != negated);
        let mut text = String::new();
        for term in terms {
            text.push_str(&self.signed(term, negated, text.is_empty()));
        }
        if text.is_empty() {
            text.push('0');
        }
        text
    }

    /// A term with its sign, as the first of a sum or a later one.
    fn signed(&self, term: &Term, negated: bool, first: bool) -> String {
        let negative = (term.coefficient.value < 0.0) != negated;
        let sign = match (negative, first) {
            (true, true) => "−",
            (true, false) => " − ",
            (false, true) => "",
            (false, false) => " + ",
        };
        let mut factors = Vec::new();
        for (input, exponent) in self.inputs.iter().zip(&term.exponents.0) {
            let plain = input.text(&self.functions);
            let text = match input {
                Expression::Binary(..) => format!("({plain})"),
                _ => plain,
            };
            match exponent {
                0 => {}
                1 => factors.push(text),
                2 => factors.push(format!("{text}²")),
                3 => factors.push(format!("{text}³")),
                _ => factors.push(format!("{text}⁴")),
            }
        }
        let name = &term.coefficient.name;
        let product = factors.join(" · ");
        let text = match (factors.is_empty(), name.as_str()) {
            (true, _) => name.clone(),
            (false, "1") => product,
            (false, _) => format!("{name} {product}"),
        };
        format!("{sign}{text}")
    }

    /// Whether it claims the same, in whatever order inputs and terms come.
    pub(crate) fn claims_the_same_as(&self, other: &Self) -> bool {
        if self.claim != other.claim
            || self.inputs.len() != other.inputs.len()
            || self.coefficients.len() != other.coefficients.len()
        {
            return false;
        }
        let places: Option<Vec<usize>> = (self.inputs.iter())
            .map(|input| other.inputs.iter().position(|one| one == input))
            .collect();
        let Some(places) = places else { return false };
        let mut factors = self.coefficients.iter().map(|term| {
            let same = other.coefficients.iter().find(|one| {
                let exponents = places.iter().map(|at| one.exponents.0[*at]);
                exponents.eq(term.exponents.0.iter().copied())
            });
            same.map(|same| term.coefficient.value / same.coefficient.value)
        });
        let Some(Some(first)) = factors.next() else {
            return false;
        };
        factors.all(|factor| factor.is_some_and(|factor| (factor - first).abs() < 1e-9))
    }

    /// How many calls one check makes.
    pub fn n_calls(&self) -> usize {
        self.inputs.iter().map(Expression::n_calls).sum()
    }
}

impl Domain {
    /// How it is said after `for`.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < self.ranges.len() {
            let range = self.ranges[at];
            let same = self.ranges[at..]
                .iter()
                .take_while(|other| **other == range)
                .count();
            let names = crate::expression::ARGUMENTS[at..at + same].join(", ");
            let kind = if range.whole { "whole " } else { "" };
            parts.push(match range.least == -range.greatest {
                true => format!("{kind}|{names}| ≤ {}", shown(range.greatest)),
                false => format!(
                    "{kind}{} ≤ {names} ≤ {}",
                    shown(range.least),
                    shown(range.greatest)
                ),
            });
            at += same;
        }
        parts.join("; ")
    }
}

fn shown(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-3..1e6).contains(&magnitude) {
        return format!("{value:e}").replace('-', "−");
    }
    let text = format!("{value:.4}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    text.replace('-', "−")
}
