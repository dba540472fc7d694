//! What must hold of the originals before anything is judged.

use std::sync::Arc;

use killrate_catalogue::SubjectDesign;
use killrate_model::{
    DataSetName, Exit, Observation, OutputName, ProgramName, PropertyName, Request, SubjectName,
    complaint,
};
use killrate_techniques::OwnTests;

use super::difference::Difference;
use super::originals::{Baseline, Originals};
use crate::error::StudyError;

/// Why a subject is no basis for a study.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// It fails on a data set.
    #[error(
        "the original of `{subject}` does not end normally on `{data_set}`: {exit}; mend the subject or take the data set out of the study{complaint}"
    )]
    Fails {
        /// Which subject.
        subject: SubjectName,
        /// On which data set.
        data_set: DataSetName,
        /// How it ended.
        exit: Exit,
        /// What it says of it, if it says anything.
        complaint: String,
    },
    /// It gave two different outputs for the same request.
    #[error(
        "the original of `{subject}` is not deterministic: two runs of one request differ ({difference}); mend the subject, or write `is-deterministic = false` in its manifest"
    )]
    NotDeterministic {
        /// Which subject.
        subject: SubjectName,
        /// What differs.
        difference: String,
    },
    /// What it should be compared with is no use.
    #[error(transparent)]
    Second(#[from] SecondError),
}

/// Why nothing can be compared with a second implementation.
#[derive(Debug, thiserror::Error)]
#[error(
    "second implementation `{second}` of `{subject}` {problem} on `{data_set}`; mend package `{package}` or take the data set out of the study"
)]
pub struct SecondError {
    /// Of which subject.
    pub subject: SubjectName,
    /// Which one.
    pub second: PropertyName,
    /// Its package, as the subject's manifest names it.
    pub package: String,
    /// On which data set.
    pub data_set: DataSetName,
    /// What is wrong with it there.
    pub problem: SecondProblem,
}

/// What makes a run of a second implementation useless.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SecondProblem {
    /// It fails.
    #[error("does not end normally ({exit}{complaint})")]
    Fails {
        /// How it ended.
        exit: Exit,
        /// What it says of it, if it says anything.
        complaint: String,
    },
    /// It leaves an output out.
    #[error("does not write `{0}`")]
    Missing(OutputName),
    /// It writes something else when it is run again, so that a record could not be made again.
    #[error("does not write the same `{0}` twice")]
    NotDeterministic(OutputName),
}

/// The exit code of a Rust test program when one of its tests fails.
const FAILED_TESTS: i32 = 101;

/// Runs the originals of all programs on the data that a study gives them, known cases included.
///
/// They must end normally there and show the same twice: a subject that fails is mended, not studied,
/// and what differs between runs cannot be compared.
pub(crate) fn check_sources(
    subject: &SubjectDesign,
    originals: &mut Originals<'_>,
) -> Result<(), StudyError> {
    let sources = sources(subject, originals);
    let requests: Vec<Arc<Request>> = sources
        .iter()
        .map(|(_, request)| Arc::clone(request))
        .collect();
    originals.run(&requests)?;
    for (data_set, request) in &sources {
        let baseline = originals.known(request);
        match &request.program {
            ProgramName::Second(second) => {
                check_second(subject, second, data_set, baseline)?;
            }
            program => check_own(subject, program, data_set, baseline)?,
        }
    }
    originals.vouch_for(&requests);
    Ok(())
}

/// What is run before anything is judged, each with its data set; that of a test program is its name.
fn sources(subject: &SubjectDesign, originals: &Originals<'_>) -> Vec<(DataSetName, Arc<Request>)> {
    let interface = &subject.manifest.interface;
    let data_sets = subject.data_sets.iter();
    let known = subject.known_cases.iter().map(|known| &known.data_set);
    let own = data_sets.clone().chain(known).map(|data_set| {
        let request = Request::source(interface, data_set);
        (data_set.name.clone(), Arc::new(request))
    });
    // Known cases are left out: their right outputs are written down, so nobody asks a second
    // implementation about them.
    let of_seconds = subject.seconds.iter().flat_map(|second| {
        let program = ProgramName::Second(second.name.clone());
        data_sets.clone().map(move |data_set| {
            let request = Request::source(interface, data_set).to_program(program.clone());
            (data_set.name.clone(), Arc::new(request))
        })
    });
    let tests = originals.programs().tests().into_iter().map(|name| {
        let request = OwnTests::all(&name);
        (name, request)
    });
    own.chain(of_seconds).chain(tests).collect()
}

fn check_own(
    subject: &SubjectDesign,
    program: &ProgramName,
    data_set: &DataSetName,
    baseline: &Baseline,
) -> Result<(), BaselineError> {
    let name = &subject.manifest.name;
    if let Some(difference) = &baseline.difference {
        return Err(BaselineError::NotDeterministic {
            subject: name.clone(),
            difference: difference.to_string(),
        });
    }
    let observation = &baseline.outcome.observation;
    // Tests of the original may fail, which makes them unsound, but all of them must be run.
    let is_run = match (program, observation.exit) {
        (ProgramName::Tests(_), Exit::Exited { code }) => code == 0 || code == FAILED_TESTS,
        (_, exit) => exit.is_normal(),
    };
    if is_run {
        return Ok(());
    }
    let complaint = complaint_of(observation);
    Err(BaselineError::Fails {
        subject: name.clone(),
        data_set: data_set.clone(),
        exit: observation.exit,
        complaint: complaint.map_or_else(String::new, |line| format!("\n  it says: {line}")),
    })
}

fn check_second(
    subject: &SubjectDesign,
    second: &PropertyName,
    data_set: &DataSetName,
    baseline: &Baseline,
) -> Result<(), BaselineError> {
    let entry = subject
        .seconds
        .iter()
        .find(|entry| entry.name == *second)
        .expect("requests are put to the second implementations of the subject");
    let Some(problem) = problem_of_second(&entry.outputs, baseline) else {
        return Ok(());
    };
    Err(BaselineError::from(SecondError {
        subject: subject.manifest.name.clone(),
        second: second.clone(),
        package: entry.package.clone(),
        data_set: data_set.clone(),
        problem,
    }))
}

fn problem_of_second<'a>(
    outputs: impl IntoIterator<Item = &'a OutputName>,
    baseline: &Baseline,
) -> Option<SecondProblem> {
    let observation = &baseline.outcome.observation;
    // How it failed tells more than the output that it lacks because of that.
    if !observation.exit.is_normal() {
        let complaint = complaint_of(observation);
        return Some(SecondProblem::Fails {
            exit: observation.exit,
            complaint: complaint.map_or_else(String::new, |line| format!(": {line}")),
        });
    }
    let mut outputs = outputs.into_iter();
    if let Some(missing) = outputs.find(|name| observation.output(name).is_none()) {
        return Some(SecondProblem::Missing(missing.clone()));
    }
    match baseline.difference.clone()? {
        Difference::Exits(_, exit) => Some(SecondProblem::Fails {
            exit,
            complaint: " when it is run again".to_owned(),
        }),
        Difference::Output(name) => Some(SecondProblem::NotDeterministic(name)),
        // What a second implementation prints is compared where `stdout` is one of its outputs.
        Difference::Printed => None,
    }
}

fn complaint_of(observation: &Observation) -> Option<String> {
    complaint(&observation.stderr.to_text()).map(str::to_owned)
}
