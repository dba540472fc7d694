//! The invariants of a subject, without a study around them.

use std::path::PathBuf;
use std::sync::Arc;

use killrate_executor::Program;
use killrate_invariants::FalseAlarms;
use killrate_model::{
    Blob, DataSet, DataSetName, MutantClass, Observation, OutputName, Request, protocol,
};
use killrate_mutator::{Unwatched, WeaveOptions, Woven, weave};
use killrate_techniques::{Assertions, Learner, Setting, Teaching, VerifyingRuns, is_alarmed};

use crate::catalogue::Catalogue;
use crate::error::StudyError;
use crate::event::Event;
use crate::manifest::{SamplingEntry, SubjectManifest};
use crate::observer::Observer;
use crate::planned::teach;
use crate::session::Surroundings;

/// What was learned of a subject.
#[derive(Debug, Clone)]
pub struct LearnedInvariants {
    /// The invariants, and how they stood the test.
    pub teaching: Teaching,
    /// Functions and types that are not watched.
    pub unwatched: Vec<Unwatched>,
    /// The program that checks them.
    pub binary: PathBuf,
}

/// Learns the invariants of a subject from all data sets that studies run it on.
///
/// # Errors
/// When the subject cannot be woven or run, or there are no data.
pub fn learn_invariants(
    catalogue: &Catalogue,
    subject: &str,
    surroundings: Surroundings<'_>,
) -> Result<LearnedInvariants, StudyError> {
    let watched = Watched::open(catalogue, subject, surroundings)?;
    let observer = watched.observer(surroundings);
    let learner = Assertions::new(SamplingEntry::default().runs);
    let technique = teach(Box::new(learner), &watched.setting(), &observer)?;
    let teaching = technique.teaching();
    Ok(LearnedInvariants {
        teaching: teaching.expect("it was taught").clone(),
        unwatched: watched.woven.unwatched,
        binary: watched.woven.binary,
    })
}

/// How often what is learned of a subject is wrong about its original.
#[derive(Debug, Clone)]
pub struct VerifiedInvariants {
    /// What was learned, with the alarms on held-out data.
    pub teaching: Teaching,
    /// Alarms on the data sets as they are.
    pub as_they_are: FalseAlarms,
    /// Alarms on permutations of them.
    pub permuted: FalseAlarms,
}

/// Learns the invariants of a subject as [`learn_invariants`] does, and then checks what was kept on the
/// same data sets and on permutations of them.
///
/// # Errors
/// When the subject cannot be woven or run, or there are no data.
pub fn verify_invariants(
    catalogue: &Catalogue,
    subject: &str,
    surroundings: Surroundings<'_>,
) -> Result<VerifiedInvariants, StudyError> {
    let watched = Watched::open(catalogue, subject, surroundings)?;
    let observer = watched.observer(surroundings);
    let (setting, n_runs) = (watched.setting(), SamplingEntry::default().runs);
    let technique = teach(Box::new(Assertions::new(n_runs)), &setting, &observer)?;
    let teaching = technique.teaching().expect("it was taught").clone();
    let runs = VerifyingRuns::new(&setting, &teaching, n_runs);
    let count = |requests: &[Arc<Request>]| -> Result<FalseAlarms, StudyError> {
        let shown = observer.show(requests)?;
        let is_alarmed = |seen: &&Arc<Observation>| is_alarmed(seen);
        Ok(FalseAlarms {
            n_runs: u32::try_from(shown.len()).unwrap_or(u32::MAX),
            n_alarmed: shown.iter().filter(is_alarmed).count() as u32,
        })
    };
    Ok(VerifiedInvariants {
        as_they_are: count(&runs.as_they_are)?,
        permuted: count(&runs.permuted)?,
        teaching,
    })
}

/// The traces of a subject's original on all data sets that studies run it on.
///
/// # Errors
/// When the subject cannot be woven or run, or there are no data.
pub fn trace_subject(
    catalogue: &Catalogue,
    subject: &str,
    surroundings: Surroundings<'_>,
) -> Result<Vec<(DataSetName, Blob)>, StudyError> {
    let watched = Watched::open(catalogue, subject, surroundings)?;
    let observer = watched.observer(surroundings);
    // A program that takes a seed is run with the first.
    let lessons = Assertions::new(1).lessons(&watched.setting());
    let shown = observer.show(&lessons)?;
    let trace = OutputName::new(protocol::TRACE_FILE).expect("it is a name");
    let pairs = watched.data_sets.iter().zip(shown);
    Ok(pairs
        .filter_map(|(data_set, observation)| {
            let trace = observation.outputs.get(&trace)?;
            Some((data_set.name.clone(), trace.clone()))
        })
        .collect())
}

/// A subject that can be watched.
struct Watched {
    manifest: SubjectManifest,
    data_sets: Vec<DataSet>,
    woven: Woven,
}

impl Watched {
    fn open(
        catalogue: &Catalogue,
        subject: &str,
        surroundings: Surroundings<'_>,
    ) -> Result<Self, StudyError> {
        let (manifest, folder) = catalogue.subject(subject)?;
        let data_sets = catalogue.data_sets_of(subject)?;
        if data_sets.is_empty() {
            return Err(StudyError::NoData {
                subject: manifest.name,
            });
        }
        let scratch = surroundings.scratch.woven();
        let options = WeaveOptions {
            watches: true,
            ..manifest.weave_options(&folder, MutantClass::PAPERS.into(), scratch)
        };
        let woven = weave(&options, &|event| {
            (surroundings.on_event)(Event::Weaving {
                subject: manifest.name.clone(),
                event,
            });
        })?;
        Ok(Self {
            manifest,
            data_sets,
            woven,
        })
    }

    fn setting(&self) -> Setting<'_> {
        Setting {
            interface: &self.manifest.interface,
            data_sets: &self.data_sets,
        }
    }

    fn observer<'a>(&'a self, surroundings: Surroundings<'a>) -> Observer<'a> {
        let program = Program::new(self.woven.binary.clone(), self.woven.digest);
        Observer::new(
            surroundings.executor,
            &self.manifest.name,
            self.manifest.is_deterministic,
            program,
            surroundings.stop,
            surroundings.on_event,
        )
    }
}
