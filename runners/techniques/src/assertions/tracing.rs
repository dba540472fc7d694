//! The first step: the original is traced on the study's data, and candidates are inferred.

use std::sync::Arc;

use killrate_invariants::Engine;
use killrate_model::{DataSet, Interface, Probe, Request, protocol};

use super::alarms::output;
use crate::{Exchange, Setting};

/// With how many seeds a program that takes one is traced on each data set; all further ones can
/// still contradict what these show.
const N_TRACED: u64 = 10;

/// The runs to trace.
pub(super) fn requests(setting: &Setting<'_>, n_runs: u64) -> Vec<Arc<Request>> {
    let n_traced = n_runs.min(N_TRACED);
    let data_sets = setting.data_sets.iter();
    data_sets
        .flat_map(|data_set| sources(setting.interface, data_set, n_traced))
        .map(|source| Arc::new(source.with_probe(Probe::Trace)))
        .collect()
}

/// What the traces of these runs show.
pub(super) fn infer(lessons: &[Exchange]) -> Engine {
    let mut engine = Engine::default();
    let trace = output(protocol::TRACE_FILE);
    for lesson in lessons {
        if let Some(trace) = lesson.observation.outputs.get(&trace) {
            // What is no trace teaches nothing.
            engine.read_run(trace.bytes());
        }
    }
    engine
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
