//! The invariants of a subject, without a study around them.

use std::path::PathBuf;
use std::sync::Arc;

use killrate_catalogue::Catalogue;
use killrate_catalogue::manifest::{SamplingEntry, SubjectManifest};
use killrate_invariants::FalseAlarms;
use killrate_model::{
    Blob, DataSet, DataSetName, MutantClass, Observation, OutputName, Request, protocol,
};
use killrate_mutator::{Unwatched, WeaveOptions, Woven};
use killrate_rounds::teach;
use killrate_techniques::{Assertions, Fact, Setting, Teaching, VerifyingRuns, is_alarmed};

use crate::baseline::Originals;
use crate::error::StudyError;
use crate::surroundings::Surroundings;
use crate::weave::Programs;

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
    let originals = watched.originals(surroundings);
    Ok(LearnedInvariants {
        teaching: watched.teach(&originals, SamplingEntry::default().runs)?,
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
    let originals = watched.originals(surroundings);
    let n_runs = SamplingEntry::default().runs;
    let teaching = watched.teach(&originals, n_runs)?;
    let runs = VerifyingRuns::new(&watched.setting(), &teaching, n_runs);
    let count = |requests: &[Arc<Request>]| -> Result<FalseAlarms, StudyError> {
        let shown = originals.show(requests)?;
        let is_alarmed = |seen: &&Arc<Observation>| is_alarmed(seen);
        Ok(FalseAlarms {
            n_runs: u32::try_from(shown.len()).unwrap_or(u32::MAX),
            // A run that gives several alarms counts once, so that the rate is one of runs.
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
    let originals = watched.originals(surroundings);
    // A program that takes a seed is run with the first.
    let traced = Assertions::new(1).traced(&watched.setting());
    let shown = originals.show(&traced)?;
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
            // Functions are watched in the program that has the mutants of most studies.
            ..manifest.weave_options(&folder, MutantClass::PAPERS.into(), scratch)
        };
        let woven = surroundings.weave(&manifest.name, &options)?;
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

    fn originals<'a>(&self, surroundings: Surroundings<'a>) -> Originals<'a> {
        let programs = Programs::of_woven(&self.woven);
        Originals::new(programs, self.manifest.is_deterministic, surroundings)
    }

    /// What is learned of the original, a program that takes a seed run so many times.
    fn teach(&self, originals: &Originals<'_>, n_runs: u64) -> Result<Teaching, StudyError> {
        let learner = Box::new(Assertions::new(n_runs));
        let technique = teach(learner, &self.setting(), |asked| originals.show(asked))?;
        let taught = technique.facts().into_iter().find_map(|fact| match fact {
            Fact::Taught(teaching) => Some(teaching),
            Fact::Calibrated(_) => None,
        });
        Ok(taught.expect("the technique tells what it was taught"))
    }
}
