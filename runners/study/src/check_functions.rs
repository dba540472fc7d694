//! Checking the properties of a subject's functions on its original, without mutants.

use std::collections::BTreeSet;
use std::sync::Arc;

use killrate_executor::{Execution, Program};
use killrate_model::{
    CheckTally, Checking, DataSet, DataSetName, Exit, Observation, Probe, Request, Variant,
};
use killrate_mutator::{FunctionProperty, build_plain, weave};

use crate::allowance;
use crate::catalogue::Catalogue;
use crate::error::StudyError;
use crate::event::Event;
use crate::function_properties::check_options;
use crate::program::program;
use crate::session::Surroundings;

/// What came of the properties of a subject's functions.
#[derive(Debug, Clone)]
pub struct CheckedFunctions {
    /// The properties, in the order of functions.
    pub properties: Vec<FunctionProperty>,
    /// What happened on each data set.
    pub runs: Vec<CheckedRun>,
}

/// A run of the original with its functions checked.
#[derive(Debug, Clone)]
pub struct CheckedRun {
    /// On which data set.
    pub data_set: DataSetName,
    /// How it ended.
    pub exit: Exit,
    /// Whether it showed what the plain build without any checks shows.
    pub shows_same: bool,
    /// What came of every property that was tested; `None` when the program did not live to tell.
    pub tallies: Option<Vec<CheckTally>>,
}

/// Runs the original of a subject on every data set that a study runs it on, testing the properties
/// of its functions, and compares it with the plain build.
///
/// # Errors
/// When the subject or one of its properties cannot be built, or has no data.
pub fn check_functions(
    catalogue: &Catalogue,
    subject: &str,
    checking: Checking,
    surroundings: Surroundings<'_>,
) -> Result<CheckedFunctions, StudyError> {
    let (manifest, folder) = catalogue.subject(subject)?;
    let scratch = surroundings.scratch.woven();
    let mut options = manifest.weave_options(&folder, BTreeSet::new(), scratch);
    options.checks = Some(check_options(&folder, &options.package));
    let woven = weave(&options, &|event| {
        (surroundings.on_event)(Event::Weaving {
            subject: manifest.name.clone(),
            event,
        });
    })?;
    let data_sets = catalogue.data_sets_of(subject)?;
    if data_sets.is_empty() {
        return Err(StudyError::NoData {
            subject: manifest.name.clone(),
        });
    }
    let woven_program = Arc::new(Program::new(woven.binary.clone(), woven.digest));
    let plain_program = program(build_plain(&options)?)?;
    let execution = |program: &Arc<Program>, request: Request| Execution {
        program: Arc::clone(program),
        variant: Variant::Original,
        request: Arc::new(request),
        limits: allowance::of_original(),
    };
    let forward = |event| (surroundings.on_event)(Event::Execution(event));
    let run = |checking: Checking, data_sets: &[&DataSet]| {
        let executions: Vec<Execution> = (data_sets.iter())
            .flat_map(|data_set| {
                let source = Request::source(&manifest.interface, data_set);
                let checked = source.clone().with_probe(Probe::Checks(checking));
                let plain = execution(&plain_program, source);
                [execution(&woven_program, checked), plain]
            })
            .collect();
        let outcomes = (surroundings.executor).run(&executions, surroundings.stop, &forward)?;
        let pairs = data_sets.iter().zip(outcomes.chunks_exact(2));
        let pairs = pairs.map(|(data_set, pair)| {
            checked_run(data_set, &pair[0].observation, &pair[1].observation)
        });
        Ok::<Vec<CheckedRun>, StudyError>(pairs.collect())
    };
    let mut runs = run(checking, &data_sets.iter().collect::<Vec<&DataSet>>())?;
    // A test that takes the program with it is repeated where it can only end a copy of it.
    let is_lost = |run: &CheckedRun| run.tallies.is_none() && !checking.forks;
    let lost: Vec<usize> = (0..runs.len()).filter(|&i| is_lost(&runs[i])).collect();
    let again: Vec<&DataSet> = lost.iter().map(|&index| &data_sets[index]).collect();
    let forking = Checking {
        forks: true,
        ..checking
    };
    for (index, repeated) in lost.into_iter().zip(run(forking, &again)?) {
        runs[index] = repeated;
    }
    Ok(CheckedFunctions {
        properties: woven.function_properties,
        runs,
    })
}

fn checked_run(data_set: &DataSet, checked: &Observation, plain: &Observation) -> CheckedRun {
    CheckedRun {
        data_set: data_set.name.clone(),
        exit: checked.exit,
        shows_same: checked.shows_same(plain),
        tallies: checked.checks.clone(),
    }
}
