//! The runs on the data as they are, without which nothing can be judged.

use std::collections::BTreeSet;
use std::sync::Arc;

use killrate_executor::check_arguments;
use killrate_model::{DataSet, DataSetName, OutputName, Request};
use killrate_techniques::complaint;

use crate::runner::{Run, Wanted, run_all};
use crate::{MtError, Spec, Surroundings};

/// What the program is run on as it is, for each data set.
pub(crate) fn sources(spec: &Spec, data_sets: &[DataSet]) -> Result<Vec<Arc<Request>>, MtError> {
    let source = |data_set: &DataSet| {
        let mut source = Request {
            seed: spec.seed,
            ..Request::source(&spec.interface, data_set)
        };
        // No command can name what is part of another output.
        source.outputs.retain(|name| !spec.is_derived(name));
        check_arguments(&source)?;
        Ok(Arc::new(source))
    };
    data_sets.iter().map(source).collect()
}

/// Runs the program on the data as they are, twice, and insists that it can be judged at all.
pub(crate) fn check_sources(
    spec: &Spec,
    data_sets: &[DataSet],
    sources: &[Arc<Request>],
    surroundings: Surroundings<'_>,
) -> Result<(), MtError> {
    let repetitions: &[u32] = if spec.is_deterministic { &[0, 1] } else { &[0] };
    let wanted: Vec<Wanted> = sources
        .iter()
        .flat_map(|request| {
            repetitions.iter().map(|&repetition| Wanted {
                request: Arc::clone(request),
                repetition,
            })
        })
        .collect();
    let runs = run_all(spec, &wanted, surroundings)?;
    let looked_at = looked_at(spec);
    for (data_set, runs) in data_sets.iter().zip(runs.chunks(repetitions.len())) {
        // A run that fails is told as such before it is told as different from the other.
        for run in runs {
            check_source(spec, &data_set.name, run, &looked_at)?;
        }
        let differs = |name: &&OutputName| {
            let first = runs[0].seen.output(name);
            runs.iter().any(|run| run.seen.output(name) != first)
        };
        if let Some(output) = looked_at.iter().find(differs) {
            return Err(MtError::NotDeterministic {
                command: spec.program_name().to_owned(),
                data_set: data_set.name.clone(),
                output: output.clone(),
            });
        }
    }
    Ok(())
}

/// The outputs that properties look at or build follow-up runs from.
fn looked_at(spec: &Spec) -> BTreeSet<OutputName> {
    let of_relations = spec.names().flat_map(|name| spec.looked_at[name].clone());
    let dependents = spec.dependents.iter();
    let of_runs = dependents.flat_map(|dependent| dependent.built_from());
    of_relations
        .chain(of_runs.filter_map(|name| OutputName::new(name).ok()))
        .collect()
}

fn check_source(
    spec: &Spec,
    data_set: &DataSetName,
    run: &Run,
    looked_at: &BTreeSet<OutputName>,
) -> Result<(), MtError> {
    let command = spec.program_name().to_owned();
    if !run.seen.exit.is_normal() {
        return Err(MtError::SourceFails {
            command,
            data_set: data_set.clone(),
            exit: run.seen.exit,
            complaint: complaint(&run.seen),
            left_behind: spec.left_behind.clone(),
        });
    }
    let mut outputs = looked_at.iter();
    match outputs.find(|name| run.seen.output(name).is_none()) {
        None => Ok(()),
        Some(output) => Err(MtError::NoOutput {
            command,
            data_set: data_set.clone(),
            output: output.clone(),
            problem: match run.missing.get(output) {
                Some(problem) => problem.clone(),
                None => "it ended normally without writing the file".to_owned(),
            },
        }),
    }
}
