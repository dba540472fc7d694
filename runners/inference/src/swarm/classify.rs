//! What the relations that a swarm keeps really are.

use killrate_model::Rng;
use serde::Serialize;

use crate::null_space::{Sample, ZERO};
use crate::polynomial::{Monomial, monomials};
use crate::swarm::form::push_follow_up;
use crate::swarm::run::{between, call_rows};
use crate::swarm::{Form, Particle, Settings};
use crate::{CallError, Function};

/// What a kept relation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nature {
    /// A law that holds exactly lies within the precision of the search.
    True,
    /// Both calls have the same input, so that any function satisfies it.
    Identity,
    /// One call has a constant input, or is not in the formula.
    Constant,
    /// The results hardly vary on the inputs, so that the formula says nothing about them.
    Saturated,
    /// It holds within the tolerance only.
    Approximate,
}

/// How far the swarm's inputs may be from those of a law.
const NEAR_SLOPE: f64 = 0.03;
const NEAR_SHIFT: f64 = 0.15;
/// Coefficients below this are not in the formula.
const ABSENT: f64 = 0.06;
/// The cosine between the swarm's coefficients and those of a law.
const ALIGNED: f64 = 0.995;
/// Slopes that laws have.
const SLOPES: [f64; 15] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    -0.5,
    1.5,
    -1.5,
    0.25,
    -0.25,
    1.0 / 3.0,
    -1.0 / 3.0,
    2.0 / 3.0,
    -2.0 / 3.0,
];

/// Tells what a kept relation is.
pub fn classify(
    form: Form,
    particle: &Particle,
    function: &mut dyn Function,
    settings: &Settings,
    seed: u64,
) -> Result<Nature, CallError> {
    let arity = function.arity();
    let is_near = |value: f64, wanted: f64, tolerance: f64| (value - wanted).abs() < tolerance;
    let is_identity = (particle.matrix.iter().enumerate()).all(|(at, value)| {
        let diagonal = at % (arity + 1) == 0;
        is_near(*value, f64::from(u8::from(diagonal)), NEAR_SLOPE)
    }) && (particle.shift.iter())
        .all(|value| is_near(*value, 0.0, 2.0 * NEAR_SLOPE));
    if is_identity {
        return Ok(Nature::Identity);
    }
    let is_constant_input = (particle.matrix.iter()).all(|value| is_near(*value, 0.0, NEAR_SLOPE));
    if is_constant_input || has_one_call(form, &particle.coefficients) {
        return Ok(Nature::Constant);
    }
    let mut rng = Rng::for_purpose(seed, "swarm classes");
    let inputs: Vec<f64> = (0..4 * settings.n_inputs * arity)
        .map(|_| between(settings.inputs, &mut rng))
        .collect();
    let sources = call_rows(function, &inputs)?;
    let mut view = View {
        form,
        particle,
        function,
        inputs: &inputs,
        sources: &sources,
    };
    let follow_ups = view.follow_ups(&particle.matrix, &particle.shift)?;
    if hardly_varies(&sources, settings.tolerance) || hardly_varies(&follow_ups, settings.tolerance)
    {
        return Ok(Nature::Saturated);
    }
    let matrices = near_matrices(&particle.matrix);
    for matrix in matrices {
        for shift in view.near_shifts(&matrix)? {
            if view.is_law(&matrix, &shift)? {
                return Ok(Nature::True);
            }
        }
    }
    Ok(Nature::Approximate)
}

/// Whether the formula has only one of the two calls in it.
fn has_one_call(form: Form, coefficients: &[f64]) -> bool {
    let absent = |places: &[usize]| places.iter().all(|at| coefficients[*at].abs() < ABSENT);
    match form {
        Form::Linear => absent(&[0]) || absent(&[1]),
        Form::Quadratic => absent(&[1, 2, 4]) || absent(&[0, 1, 3]),
    }
}

/// Whether all results but a few are the same up to the tolerance.
fn hardly_varies(results: &[f64], tolerance: f64) -> bool {
    let mut sorted: Vec<f64> = results
        .iter()
        .copied()
        .filter(|value| value.is_finite())
        .collect();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    // The middle 94 of 100: a formula may fail on five.
    n == 0 || sorted[n - 1 - n * 3 / 100] - sorted[n * 3 / 100] <= 2.0 * tolerance
}

/// The matrix with entries replaced by near slopes of laws, and as it is.
fn near_matrices(matrix: &[f64]) -> Vec<Vec<f64>> {
    let nearest = |value: f64| {
        let nearest = SLOPES
            .into_iter()
            .min_by(|left, right| (left - value).abs().total_cmp(&(right - value).abs()));
        nearest.filter(|slope| (slope - value).abs() < NEAR_SLOPE)
    };
    let snapped: Vec<f64> = (matrix.iter())
        .map(|value| nearest(*value).unwrap_or(*value))
        .collect();
    vec![snapped, matrix.to_vec()]
}

struct View<'v> {
    form: Form,
    particle: &'v Particle,
    function: &'v mut dyn Function,
    inputs: &'v [f64],
    sources: &'v [f64],
}

impl View<'_> {
    fn follow_ups(&mut self, matrix: &[f64], shift: &[f64]) -> Result<Vec<f64>, CallError> {
        let arity = self.function.arity();
        let mut table = Vec::with_capacity(self.inputs.len());
        for input in self.inputs.chunks_exact(arity) {
            push_follow_up(matrix, shift, input, &mut table);
        }
        call_rows(self.function, &table)
    }

    fn monomials(&self) -> Vec<Monomial> {
        match self.form {
            Form::Linear => monomials(2, 1),
            Form::Quadratic => monomials(2, 2),
        }
    }

    fn sample(&mut self, matrix: &[f64], shift: &[f64]) -> Result<Sample, CallError> {
        let follow_ups = self.follow_ups(matrix, shift)?;
        let columns = [self.sources.to_vec(), follow_ups];
        Ok(Sample::of_columns(&columns, 40))
    }

    /// Shifts near the swarm's: rounded ones and, for one argument, the one at which a law is nearest.
    fn near_shifts(&mut self, matrix: &[f64]) -> Result<Vec<Vec<f64>>, CallError> {
        let quarter = std::f64::consts::FRAC_PI_4;
        let rounded = |unit: f64| -> Vec<f64> {
            let shift = self.particle.shift.iter();
            shift.map(|value| (value / unit).round() * unit).collect()
        };
        let mut shifts = vec![rounded(quarter), rounded(0.5)];
        if let [shift] = self.particle.shift[..] {
            shifts.push(vec![self.deepest(matrix, shift)?]);
        }
        shifts.retain(|shift| {
            let pairs = shift.iter().zip(&self.particle.shift);
            pairs
                .into_iter()
                .all(|(left, right)| (left - right).abs() < NEAR_SHIFT)
        });
        Ok(shifts)
    }

    /// The shift near another at which the least singular value is smallest.
    fn deepest(&mut self, matrix: &[f64], shift: f64) -> Result<f64, CallError> {
        const SIDE: i32 = 8;
        const ROUNDS: usize = 16;
        let all = self.monomials();
        let (mut center, mut width) = (shift, NEAR_SHIFT);
        for _ in 0..ROUNDS {
            let mut best = (f64::INFINITY, center);
            for at in -SIDE..=SIDE {
                let here = center + width * f64::from(at) / f64::from(SIDE);
                let depth = self.sample(matrix, &[here])?.least_singular(&all);
                if let Some(depth) = depth.filter(|depth| *depth < best.0) {
                    best = (depth, here);
                }
            }
            if best.0 < ZERO {
                return Ok(best.1);
            }
            center = best.1;
            // A margin over the distance between two trials.
            width *= 1.5 / f64::from(SIDE);
        }
        Ok(center)
    }

    /// Whether the swarm's coefficients are those of a law with these inputs, up to its precision.
    fn is_law(&mut self, matrix: &[f64], shift: &[f64]) -> Result<bool, CallError> {
        let all = self.monomials();
        let sample = self.sample(matrix, shift)?;
        let space = sample.null_space(&all);
        if space.is_empty() {
            return Ok(false);
        }
        // Coefficients are compared by what their terms contribute.
        let weights: Vec<f64> = (all.iter())
            .map(|monomial| {
                let squares = sample.rows.iter().map(|row| monomial.at(row).powi(2));
                squares.sum::<f64>().sqrt()
            })
            .collect();
        let weighted = |vector: &[f64]| -> Vec<f64> {
            vector
                .iter()
                .zip(&weights)
                .map(|(value, weight)| value * weight)
                .collect()
        };
        let mut span = crate::linear::Span::default();
        for vector in &space {
            span.insert(&weighted(vector));
        }
        let off = (1.0 - ALIGNED * ALIGNED).sqrt();
        Ok(span.contains(&weighted(&self.particle.coefficients), off))
    }
}
