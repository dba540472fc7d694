//! Relations that only saturation makes true.
//!
//! Where a function no longer moves, products of its distances from the limit vanish to the last bit:
//! `(1 − erf(x + 8)) · (1 + erf(x)) = 0` holds for all floats and is false.

use crate::search::Search;
use crate::{CallError, Expression, Relation};

const N_POINTS: usize = 200;
/// How far arguments are moved, relative to themselves.
const MOVE: f64 = 1e-3;
/// A call that rests on more than this share of the points and moves on others is saturated ...
const RESTING: f64 = 0.12;
/// ... unless all calls rest nearly everywhere, as those of steps do.
const STEP: f64 = 0.9;

impl Search<'_, '_> {
    /// Whether a factor of a product of the relation is saturated on part of its points.
    pub(crate) fn is_saturated(&mut self, relation: &Relation) -> Result<bool, CallError> {
        let has_products = (relation.coefficients.iter()).any(|term| term.exponents.degree() > 1);
        if !has_products || self.is_whole() {
            return Ok(false);
        }
        let width = relation.n_arguments;
        let points = self.sampling_points(&relation.domain.ranges, N_POINTS);
        let moved: Vec<f64> = points
            .iter()
            .map(|value| value + MOVE * value.abs().max(MOVE))
            .collect();
        let calls: Vec<Expression> = (relation.inputs.iter())
            .filter(|input| input.n_calls() > 0)
            .cloned()
            .collect();
        let here = self.columns(&calls, &points, width)?;
        let there = self.columns(&calls, &moved, width)?;
        let shares: Vec<f64> = here
            .iter()
            .zip(&there)
            .map(|(a, b)| resting(a, b))
            .collect();
        let is_step = shares.iter().all(|share| *share > STEP);
        Ok(!is_step && shares.iter().any(|share| *share > RESTING))
    }
}

/// The share of points at which the function stayed where it was.
fn resting(here: &[f64], there: &[f64]) -> f64 {
    let (mut n, mut n_resting) = (0, 0);
    for (here, there) in here.iter().zip(there) {
        if here.is_finite() && there.is_finite() {
            n += 1;
            n_resting += u32::from((here - there).abs() <= 1e-13 * here.abs());
        }
    }
    f64::from(n_resting) / f64::from(n.max(1))
}
