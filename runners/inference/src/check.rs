//! Checks a relation on points.

use serde::Serialize;

use crate::evaluate::Evaluation;
use crate::{CallError, Claim, Expression, Function, Relation};

/// What the check of one point showed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Check {
    /// Some value was not finite, or there was none.
    Undefined,
    /// A function jumps within the rounding of its argument, so that either side may be right.
    Undecided,
    /// All values were there; how much of a tolerance is needed, as a factor.
    Needs(f64),
}

/// Checks a relation on points, a table of rows with one number per argument of the relation.
///
/// The functions are those that the relation names, in its order. A need of at most `enough` is an
/// upper bound, because nothing is measured further then.
pub fn check(
    relation: &Relation,
    functions: &mut [&mut dyn Function],
    points: &[f64],
    enough: f64,
) -> Result<Vec<Check>, CallError> {
    let width = relation.n_arguments;
    let mut evaluation = Evaluation {
        functions,
        points,
        width,
    };
    let columns = evaluation.values(&relation.inputs)?;
    let epsilon = relation.tolerance.epsilon;
    let mut doubtful = Vec::new();
    let mut checks: Vec<_> = (0..evaluation.n_points())
        .map(|row| {
            let values: Vec<f64> = columns.iter().map(|column| column[row]).collect();
            if values.iter().any(|value| !value.is_finite()) {
                return Check::Undefined;
            }
            let errors: Vec<f64> = (values.iter().zip(&relation.inputs))
                .map(|(value, input)| match input {
                    Expression::Argument(_) => 0.0,
                    _ => value.abs(),
                })
                .collect();
            let need = need(relation, &values, &errors, epsilon);
            if need.is_nan() {
                return Check::Undefined;
            }
            if need > enough {
                doubtful.push(row);
            }
            Check::Needs(need)
        })
        .collect();
    if doubtful.is_empty() {
        return Ok(checks);
    }
    // Slopes cost several calls each, so they are measured only where they matter.
    let rows: Vec<f64> = doubtful
        .iter()
        .flat_map(|row| &points[row * width..(row + 1) * width])
        .copied()
        .collect();
    let mut evaluation = Evaluation {
        functions: evaluation.functions,
        points: &rows,
        width,
    };
    let columns = evaluation.columns(&relation.inputs)?;
    for (at, row) in doubtful.into_iter().enumerate() {
        let values: Vec<f64> = columns.iter().map(|column| column.values[at]).collect();
        let errors: Vec<f64> = columns.iter().map(|column| column.errors[at]).collect();
        checks[row] = if columns.iter().any(|column| column.undecided[at]) {
            Check::Undecided
        } else {
            Check::Needs(need(relation, &values, &errors, epsilon))
        };
    }
    Ok(checks)
}

/// The factor of the tolerance that this point needs.
fn need(relation: &Relation, values: &[f64], errors: &[f64], epsilon: f64) -> f64 {
    let mut sum = 0.0;
    let mut scale = 0.0;
    for term in &relation.coefficients {
        let coefficient = term.coefficient.value;
        let product = coefficient * term.exponents.at(values);
        sum += product;
        // What underflows may be off by the smallest number, which is this many units.
        scale += product.abs() + f64::MIN_POSITIVE;
        for (index, error) in errors.iter().enumerate() {
            let slope = term.exponents.derivative_at(index, values);
            scale += (coefficient * slope).abs() * error;
        }
    }
    let off = match relation.claim {
        Claim::Zero => f64::abs(sum),
        Claim::NotNegative => (-sum).max(0.0),
    };
    match off == 0.0 {
        true => 0.0,
        false => off / (epsilon * scale),
    }
}

/// How often a relation was violated.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Violations {
    /// How many points were tried.
    pub n_points: usize,
    /// On how many of them the check was decided.
    pub n_decided: usize,
    /// On how many the relation was violated.
    pub n_violated: usize,
    /// How many of these had a value that is not finite, or none, where the original always has one.
    pub n_undefined: usize,
    /// The first point at which it was violated.
    pub first: Option<Vec<f64>>,
}

impl Violations {
    /// The share of points that make a violation by the rule of Zhang et al. (ASE 2014).
    pub const PUBLISHED_SHARE: f64 = 0.05;

    /// Whether a single point violates the relation.
    pub fn any(&self) -> bool {
        self.n_violated > 0
    }

    /// Whether at least 5 % of the points do, which is the published rule.
    pub fn by_published_rule(&self) -> bool {
        self.n_points > 0 && self.n_violated as f64 >= Self::PUBLISHED_SHARE * self.n_points as f64
    }
}

/// Counts where a relation is violated by functions, which may be mutants.
pub fn violations(
    relation: &Relation,
    functions: &mut [&mut dyn Function],
    points: &[f64],
) -> Result<Violations, CallError> {
    let factor = relation.tolerance.factor;
    let mut counted = Violations::default();
    let checks = check(relation, functions, points, factor)?;
    for (check, point) in checks.iter().zip(points.chunks_exact(relation.n_arguments)) {
        counted.n_points += 1;
        let is_violated = match check {
            Check::Undecided => continue,
            // Where the original had no values either, their absence says nothing.
            Check::Undefined if !relation.checks.are_total() => continue,
            Check::Undefined => {
                counted.n_undefined += 1;
                true
            }
            Check::Needs(need) => *need > factor,
        };
        counted.n_decided += 1;
        if is_violated {
            counted.n_violated += 1;
            counted.first.get_or_insert_with(|| point.to_vec());
        }
    }
    Ok(counted)
}
