//! The invariants of a subject, without a study around them.

use std::path::PathBuf;

use killrate_executor::Program;
use killrate_model::{Blob, DataSet, DataSetName, MutantClass, OutputName, protocol};
use killrate_mutator::{Unwatched, WeaveOptions, Woven, weave};
use killrate_techniques::{Assertions, Learner, Setting, Teaching};

use crate::catalogue::Catalogue;
use crate::error::StudyError;
use crate::event::Event;
use crate::manifest::SubjectManifest;
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
    let technique = teach(Box::new(Assertions::new()), &watched.setting(), &observer)?;
    let teaching = technique.teaching();
    Ok(LearnedInvariants {
        teaching: teaching.expect("it was taught").clone(),
        unwatched: watched.woven.unwatched,
        binary: watched.woven.binary,
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
    let lessons = Assertions::new().lessons(&watched.setting());
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
