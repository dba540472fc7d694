//! Checking the properties of a subject's functions on its original, without mutants.

use std::collections::BTreeSet;
use std::sync::Arc;

use killrate_catalogue::{Catalogue, check_options};
use killrate_executor::{Execution, RunError};
use killrate_model::{
    CheckTally, Checking, DataSet, DataSetName, Exit, Observation, Request, Variant,
};
use killrate_mutator::{FunctionProperty, build_plain};
use killrate_rounds::{Planned, Question, Shown, converse};
use killrate_techniques::{RuntimeChecking, Setting};

use crate::baseline::{Originals, of_original};
use crate::error::StudyError;
use crate::surroundings::Surroundings;
use crate::weave::{Programs, program};

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
    // No class of mutants is named, because only the original is run.
    let mut options = manifest.weave_options(&folder, BTreeSet::new(), scratch);
    options.checks = Some(check_options(&folder, &options.package));
    let woven = surroundings.weave(&manifest.name, &options)?;
    let data_sets = catalogue.data_sets_of(subject)?;
    if data_sets.is_empty() {
        return Err(StudyError::NoData {
            subject: manifest.name.clone(),
        });
    }
    let setting = Setting {
        interface: &manifest.interface,
        data_sets: &data_sets,
    };
    let names = woven
        .function_properties
        .iter()
        .map(FunctionProperty::property_name)
        .collect();
    let technique = RuntimeChecking::new(names, checking);
    let planned = Planned::new(vec![Box::new(technique)], &setting)?;
    let programs = Programs::of_woven(&woven);
    let originals = Originals::new(programs, manifest.is_deterministic, surroundings);
    // The runs are shown as they are, without a baseline: there is no mutant that would need
    // limits, and whether a run shows the same is looked at below, against a build without checks.
    let answer = |questions: &[Question]| {
        let requests = questions.iter().map(|one| Arc::clone(&one.request));
        let seen = originals.show(&requests.collect::<Vec<Arc<Request>>>())?;
        let shown = seen.into_iter().map(|observation| {
            Ok(Shown {
                observation,
                how: (),
            })
        });
        Ok::<_, RunError>(shown.collect())
    };
    let cases: Vec<usize> = (0..planned.cases.len()).collect();
    let dialogues = converse(&planned, &cases, &[Variant::Original], answer)?;

    // Comparing with a plain build, and not with an unchecked run of this one, also shows what the
    // weaving itself might change.
    let plain_program = program(build_plain(&options)?)?;
    let plain = |data_set: &DataSet| {
        let source = Arc::new(Request::source(&manifest.interface, data_set));
        Execution::new(&plain_program, Variant::Original, &source, of_original())
    };
    let executions: Vec<Execution> = data_sets.iter().map(plain).collect();
    let outcomes = surroundings.run(&executions)?;
    let runs = data_sets
        .iter()
        .zip(&outcomes)
        .filter_map(|(data_set, plain)| {
            // All properties are tested by the same runs, of which the last one counts.
            let is_here = |place: &usize| planned.cases[*place].case.data_set == data_set.name;
            let dialogue = &dialogues[cases.iter().copied().find(is_here)?];
            let last = dialogue.transcript.exchanges().last()?;
            Some(checked_run(data_set, &last.observation, &plain.observation))
        });
    Ok(CheckedFunctions {
        runs: runs.collect(),
        properties: woven.function_properties,
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
