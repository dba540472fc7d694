//! The first step: the original is traced on the study's data, and candidates are inferred.

use std::sync::Arc;

use killrate_invariants::Engine;
use killrate_model::{DataSet, Interface, Probe, Request, TechniqueName, protocol};

use super::alarms::output;
use super::keeping::Keeping;
use crate::{Learner, Lesson, Setting, Taught, TechniqueKind};

/// With how many seeds a program that takes one is traced on each data set; all further ones can
/// still contradict what these show.
const N_TRACED: u64 = 10;

/// Learns invariants of a subject's functions in three steps, and checks them inside the program.
///
/// First the original is traced on all data sets of the study, and candidates are inferred. Then it
/// checks them on the same data sets and on held-out ones, and what does not hold is dropped, with
/// those of its kin, until fresh data contradict nothing any more. At last what was kept is checked on
/// further held-out data, which measures false alarms and drops nothing.
#[derive(Debug)]
pub struct Assertions {
    name: TechniqueName,
    n_runs: u64,
}

impl Assertions {
    /// The learner; programs that take a seed are run so many times on each data set.
    pub fn new(n_runs: u64) -> Self {
        Self {
            name: TechniqueKind::Assertions.technique_name(),
            n_runs,
        }
    }
}

impl Learner for Assertions {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        let traced = |source: Request| {
            let mut request = source.with_probe(Probe::Trace);
            request.outputs.insert(output(protocol::TRACE_FILE));
            Arc::new(request)
        };
        let n_traced = self.n_runs.min(N_TRACED);
        let data_sets = setting.data_sets.iter();
        data_sets
            .flat_map(|data_set| sources(setting.interface, data_set, n_traced))
            .map(traced)
            .collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        let mut engine = Engine::default();
        let trace = output(protocol::TRACE_FILE);
        for lesson in lessons {
            if let Some(trace) = lesson.observation.outputs.get(&trace) {
                // What is no trace teaches nothing.
                engine.read_run(trace.bytes());
            }
        }
        Taught::WantsMore(Box::new(Keeping::new(
            self.name.clone(),
            self.n_runs,
            &engine,
        )))
    }
}

/// The runs on a data set as it is: one, or one for each seed from 1 on.
pub(super) fn sources(interface: &Interface, data_set: &DataSet, n_runs: u64) -> Vec<Request> {
    let source = Request::source(interface, data_set);
    if !interface.takes_seed() {
        return vec![source];
    }
    (1..=n_runs)
        .map(|seed| source.clone().with_seed(seed))
        .collect()
}
