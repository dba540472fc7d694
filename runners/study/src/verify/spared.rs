//! Checking that executions which a study does not run would show what the original shows.

use std::sync::Arc;

use killrate_executor::{Execution, Outcome, Program};
use killrate_model::{DataSet, Limits, Mutant, MutantStatus, Probe, Reach, Request, Rng, Variant};
use killrate_mutator::Woven;

use crate::baseline::of_original;
use crate::error::StudyError;
use crate::surroundings::Surroundings;

/// A data set with its request, what the original showed for it, and the limits of mutants.
pub(crate) struct Observed<'a> {
    pub(crate) data_set: &'a DataSet,
    pub(crate) request: &'a Arc<Request>,
    pub(crate) original: &'a Outcome,
    pub(crate) limits: Limits,
}

/// How many runs were made that a study spares, and which of them differ from the original's.
pub(crate) struct Spared {
    pub(crate) n_runs: usize,
    pub(crate) differences: Vec<String>,
}

/// Runs a sample of what the probe spares: at most this many that are not reached, and as many that
/// are reached and never infected.
pub(crate) fn check_spared(
    woven: &Woven,
    program: &Arc<Program>,
    observed: &[Observed<'_>],
    (sample, seed): (usize, u64),
    surroundings: Surroundings<'_>,
) -> Result<Spared, StudyError> {
    let probe = |observed: &Observed<'_>| {
        let request = Request::clone(observed.request).with_probe(Probe::Reach);
        Execution::new(
            program,
            Variant::Original,
            &Arc::new(request),
            of_original(),
        )
    };
    let probes: Vec<Execution> = observed.iter().map(probe).collect();
    let probed = surroundings.run(&probes)?;
    let mut kinds: [Vec<(&Mutant, usize)>; 2] = Default::default();
    for (index, outcome) in probed.iter().enumerate() {
        let Some(reach) = &outcome.observation.reach else {
            continue;
        };
        for mutant in &woven.mutants {
            if mutant.status == MutantStatus::Woven
                && !woven.alone.contains_key(&mutant.number)
                && let Some(kind) = kind_of_spared(reach, mutant.number)
            {
                kinds[kind].push((mutant, index));
            }
        }
    }
    let mut rng = Rng::for_purpose(seed, "verify spared executions");
    // Each kind has a sample of its own: one of them may be so frequent that it would leave no
    // place for the other.
    for spared in &mut kinds {
        rng.shuffle(spared);
        spared.truncate(sample);
    }
    let sampled = kinds.concat();
    let execution = |&(mutant, index): &(&Mutant, usize)| {
        let Observed {
            request, limits, ..
        } = observed[index];
        Execution::new(program, Variant::Mutant(mutant.number), request, limits)
    };
    let executions: Vec<Execution> = sampled.iter().map(execution).collect();
    let outcomes = surroundings.run(&executions)?;
    let differs = |(outcome, (mutant, index)): (&Outcome, &(&Mutant, usize))| {
        let Observed {
            data_set, original, ..
        } = &observed[*index];
        let is_same = outcome.observation.shows_same(&original.observation);
        (!is_same).then(|| {
            let exit = &outcome.observation.exit;
            format!("{} on {}, spared: {exit}", mutant.id, data_set.name)
        })
    };
    Ok(Spared {
        n_runs: sampled.len(),
        differences: outcomes.iter().zip(&sampled).filter_map(differs).collect(),
    })
}

/// 0 for a mutant that is not reached, 1 for one that is never infected, else none.
fn kind_of_spared(reach: &Reach, number: u32) -> Option<usize> {
    match (reach.is_reached(number), reach.is_infected(number)) {
        (false, _) => Some(0),
        (true, false) => Some(1),
        (true, true) => None,
    }
}
