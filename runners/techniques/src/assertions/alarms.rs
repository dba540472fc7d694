//! The files of a learned set and of alarms.

use std::sync::Arc;

use killrate_invariants::{Invariant, learned};
use killrate_model::{Blob, InputName, Observation, OutputName, Probe, Request, protocol};
use killrate_watch::OnAlarm;

/// An invariant that did not hold.
pub(super) struct Alarm {
    pub(super) id: String,
    pub(super) detail: String,
}

/// The alarms of a run, the first one first.
pub(super) fn alarms(observation: &Observation) -> Vec<Alarm> {
    let Some(file) = observation.outputs.get(&output(protocol::ALARMS_FILE)) else {
        return Vec::new();
    };
    let read = |line: &str| {
        // The last line of a program that was killed may be cut short, and still names its
        // invariant.
        let (id, values) = line.split_once('\t').unwrap_or((line, ""));
        Alarm {
            id: id.to_owned(),
            detail: format!("`{id}`: {}", values.replace('\t', ", ")),
        }
    };
    file.to_text().lines().map(read).collect()
}

/// The file of these invariants.
pub(super) fn set_of<'a>(
    invariants: impl IntoIterator<Item = &'a Invariant>,
    on_alarm: OnAlarm,
) -> Blob {
    Blob::new(learned(invariants, on_alarm).to_string().into_bytes())
}

/// The same request, which also checks a learned set of invariants.
pub(super) fn checked(request: Request, set: &Blob) -> Arc<Request> {
    let mut request = request.with_probe(Probe::Invariants);
    let file = InputName::new(protocol::INVARIANTS_FILE).expect("it is a name");
    request.inputs.insert(file, set.clone());
    Arc::new(request)
}

pub(super) fn output(name: &str) -> OutputName {
    OutputName::new(name).expect("it is a name")
}
