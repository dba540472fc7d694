//! Filtering, and the rule by which a relation counts as violated.

use killrate_model::Rng;

use crate::swarm::form::push_follow_up;
use crate::swarm::run::{between, call_rows};
use crate::swarm::{Accepted, Form, Particle, Settings};
use crate::{CallError, Function};

/// The share of fresh random inputs that violate a formula.
pub fn violated_share(
    form: Form,
    particle: &Particle,
    function: &mut dyn Function,
    settings: &Settings,
    rng: &mut Rng,
) -> Result<f64, CallError> {
    let arity = function.arity();
    let n = settings.n_filter_inputs;
    let inputs: Vec<f64> = (0..n * arity)
        .map(|_| between(settings.inputs, rng))
        .collect();
    let mut table = inputs.clone();
    for input in inputs.chunks_exact(arity) {
        push_follow_up(&particle.matrix, &particle.shift, input, &mut table);
    }
    let results = call_rows(function, &table)?;
    let (sources, follow_ups) = results.split_at(n);
    let n_satisfied = (sources.iter().zip(follow_ups))
        .filter(|(source, follow_up)| {
            let residual = form.residual(&particle.coefficients, **source, **follow_up);
            residual.abs() <= settings.tolerance
        })
        .count();
    Ok(1.0 - n_satisfied as f64 / n as f64)
}

/// Drops what is violated too often in any round of filtering.
pub fn keep(
    form: Form,
    mut accepted: Vec<Accepted>,
    function: &mut dyn Function,
    settings: &Settings,
    seed: u64,
) -> Result<Vec<Accepted>, CallError> {
    let mut rng = Rng::for_purpose(seed, "swarm filter");
    for _ in 0..settings.n_filter_rounds {
        let mut kept = Vec::with_capacity(accepted.len());
        for one in accepted {
            let share = violated_share(form, &one.particle, function, settings, &mut rng)?;
            // Exactly at the limit counts as violated.
            if share < settings.violated_share - 1e-12 {
                kept.push(one);
            }
        }
        accepted = kept;
    }
    Ok(accepted)
}
