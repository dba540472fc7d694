//! Second implementations: built as they are, and run on every data set before anything is judged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use killrate_executor::{Execution, Outcome};
use killrate_model::{
    DataSetName, Exit, Observation, OutputName, Probe, PropertyName, Request, SubjectName, Variant,
    hint,
};
use killrate_mutator::{WeaveOptions, build_plain};
use killrate_techniques::SecondOpinion;

use crate::allowance;
use crate::catalogue::CatalogueError;
use crate::design::SubjectDesign;
use crate::error::StudyError;
use crate::event::Event;
use crate::manifest::{SecondEntry, SubjectManifest};
use crate::observer::BaselineError;
use crate::program::program;
use crate::refuse::{refuse_twice, value_error};
use crate::scratch::Scratch;
use crate::session::Surroundings;

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
        /// The last line of its complaint, if it made one.
        complaint: String,
    },
    /// It leaves an output out.
    #[error("does not write `{0}`")]
    Missing(OutputName),
    /// It writes something else when it is run again, so that a record could not be made again.
    #[error("does not write the same `{0}` twice")]
    NotDeterministic(OutputName),
}

/// The second implementations of a subject, each of which must fit it.
pub(crate) fn resolve(
    manifest: &SubjectManifest,
    folder: &Path,
) -> Result<Vec<SecondEntry>, CatalogueError> {
    let path = folder.join("subject.toml");
    let seconds = &manifest.seconds;
    if seconds.is_empty() {
        let problem = "there is none, but technique `pseudo-oracle` needs one; add a `[[second]]`";
        return Err(value_error(&path, "second".to_owned(), problem.to_owned()));
    }
    refuse_twice(&path, "second", seconds.iter().map(|entry| &entry.name))?;
    for (index, entry) in seconds.iter().enumerate() {
        let error = |key: &str, problem: String| {
            Err(value_error(
                &path,
                format!("second[{index}].{key}"),
                problem,
            ))
        };
        let SecondEntry {
            package, outputs, ..
        } = entry;
        if !folder.join(package).join("Cargo.toml").is_file() {
            let problem = format!("there is no Cargo package in `{package}`; name its folder");
            return error("package", problem);
        }
        if outputs.is_empty() {
            return error("outputs", "it is empty; name at least one".to_owned());
        }
        let known = &manifest.interface.outputs;
        if let Some(unknown) = outputs.iter().find(|name| !known.contains_key(*name)) {
            let hint = hint(unknown.as_str(), known.keys().map(|name| name.as_str()));
            let problem = format!("the interface has no output `{unknown}`; {hint}");
            return error("outputs", problem);
        }
    }
    Ok(seconds.clone())
}

/// What every second implementation of a subject shows on every data set.
pub(crate) fn consult(
    subject: &SubjectDesign,
    surroundings: Surroundings<'_>,
) -> Result<Vec<SecondOpinion>, StudyError> {
    subject
        .seconds
        .iter()
        .map(|entry| consult_one(subject, entry, surroundings))
        .collect()
}

/// How a second implementation is built.
pub(crate) fn build_options(
    subject: &SubjectDesign,
    entry: &SecondEntry,
    scratch: &Scratch,
) -> WeaveOptions {
    WeaveOptions {
        package: subject.folder.join(&entry.package),
        binary: None,
        mutates: None,
        features: Vec::new(),
        files: Vec::new(),
        classes: BTreeSet::new(),
        checks: None,
        watches: false,
        tests: false,
        scratch: scratch.woven(),
    }
}

fn consult_one(
    subject: &SubjectDesign,
    entry: &SecondEntry,
    surroundings: Surroundings<'_>,
) -> Result<SecondOpinion, StudyError> {
    let options = build_options(subject, entry, surroundings.scratch);
    let program = program(build_plain(&options)?)?;
    // Nothing is woven into the program, so the probe makes a second run of the same request.
    let executions: Vec<Execution> = subject
        .data_sets
        .iter()
        .map(|data_set| Request::source(&subject.manifest.interface, data_set))
        .flat_map(|request| [request.clone(), request.with_probe(Probe::Reach)])
        .map(|request| Execution {
            program: Arc::clone(&program),
            variant: Variant::Original,
            request: Arc::new(request),
            limits: allowance::of_original(),
        })
        .collect();
    let forward = |event| (surroundings.on_event)(Event::Execution(event));
    let Surroundings { executor, stop, .. } = surroundings;
    let outcomes = executor.run(&executions, stop, &forward)?;
    let mut observations = BTreeMap::new();
    for (data_set, pair) in subject.data_sets.iter().zip(outcomes.chunks_exact(2)) {
        let observation = agreed(entry, &pair[0], &pair[1]).map_err(|problem| {
            BaselineError::from(SecondError {
                subject: subject.manifest.name.clone(),
                second: entry.name.clone(),
                package: entry.package.clone(),
                data_set: data_set.name.clone(),
                problem,
            })
        })?;
        observations.insert(data_set.name.clone(), observation);
    }
    Ok(SecondOpinion {
        name: entry.name.clone(),
        outputs: entry.outputs.clone(),
        observations,
    })
}

/// What two runs of one request both show.
fn agreed(
    entry: &SecondEntry,
    first: &Outcome,
    again: &Outcome,
) -> Result<Arc<Observation>, SecondProblem> {
    let (first, again) = (&first.observation, &again.observation);
    for observation in [first, again] {
        if !observation.exit.is_normal() {
            let stderr = observation.stderr.to_text();
            let complaint = stderr.trim().lines().last();
            return Err(SecondProblem::Fails {
                exit: observation.exit,
                complaint: complaint.map_or_else(String::new, |line| format!(": {line}")),
            });
        }
    }
    for name in &entry.outputs {
        if first.output(name).is_none() {
            return Err(SecondProblem::Missing(name.clone()));
        }
        if first.output(name) != again.output(name) {
            return Err(SecondProblem::NotDeterministic(name.clone()));
        }
    }
    Ok(Arc::clone(first))
}
