//! What the tests of techniques need: observations without programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Blob, Case, DataSet, DataSetName, Exit, FormatName, InputName, InputSpec, Interface,
    Observation, OutputName, OutputSpec, Verdict,
};

use crate::{Exchange, Learner, Setting, Step, Technique, Transcript};

/// A program that reads `rows` and writes `out`.
pub(crate) fn interface() -> Interface {
    let csv = InputSpec {
        format: FormatName("csv".to_owned()),
        label: None,
    };
    let labels = OutputSpec::of_format(FormatName("labels".to_owned()));
    Interface {
        arguments: vec!["{rows}".to_owned(), "{out}".to_owned()],
        inputs: [(InputName::new("rows").unwrap(), csv)].into(),
        numbers: [].into(),
        outputs: [(OutputName::new("out").unwrap(), labels)].into(),
    }
}

pub(crate) fn data_set(name: &str, rows: &str) -> DataSet {
    DataSet {
        name: DataSetName::new(name).unwrap(),
        inputs: [(InputName::new("rows").unwrap(), Blob::new(rows.as_bytes()))].into(),
        numbers: [].into(),
    }
}

/// A run that ended so and wrote this to `out`, or did not write it.
pub(crate) fn observation(exit: Exit, out: Option<&str>) -> Observation {
    let outputs: BTreeMap<OutputName, Blob> = out
        .map(|out| (OutputName::new("out").unwrap(), Blob::new(out.as_bytes())))
        .into_iter()
        .collect();
    let blank = || Blob::new([].as_slice());
    Observation {
        exit,
        outputs,
        stdout: blank(),
        stderr: blank(),
        fuel: None,
        reach: None,
        checks: None,
    }
}

/// A normal run that wrote this to `out`.
pub(crate) fn wrote(out: &str) -> Observation {
    observation(Exit::Exited { code: 0 }, Some(out))
}

/// What a case comes to when its asks are answered by these observations, one after the other: a
/// verdict, or what is asked after the last of them.
#[track_caller]
pub(crate) fn converse(
    technique: &dyn Technique,
    case: &Case,
    observed: &[&Observation],
) -> Step<Verdict> {
    drive(observed, |transcript| technique.step(case, transcript))
}

/// The verdict that a case comes to when its asks are answered by these observations.
#[track_caller]
pub(crate) fn conclude(
    technique: &dyn Technique,
    case: &Case,
    observed: &[&Observation],
) -> Verdict {
    let step = converse(technique, case, observed);
    step.conclusion().expect("these runs are enough")
}

/// The technique that a learner becomes when its asks are answered by these observations.
#[track_caller]
pub(crate) fn teach(
    learner: &mut dyn Learner,
    setting: &Setting<'_>,
    observed: &[&Observation],
) -> Box<dyn Technique> {
    let step = drive(observed, |transcript| learner.step(setting, transcript));
    step.conclusion().expect("these runs are enough")
}

fn drive<T>(observed: &[&Observation], mut step: impl FnMut(&Transcript) -> Step<T>) -> Step<T> {
    let mut transcript = Transcript::default();
    let mut rest = observed;
    loop {
        match step(&transcript) {
            Step::Ask(requests) if !rest.is_empty() => {
                assert!(requests.len() <= rest.len(), "more is asked than there is");
                let (round, later) = rest.split_at(requests.len());
                rest = later;
                let exchanges = requests.into_iter().zip(round);
                transcript.add_round(
                    exchanges
                        .map(|(request, &observation)| Exchange {
                            request,
                            observation: Arc::new(observation.clone()),
                        })
                        .collect(),
                );
            }
            step => return step,
        }
    }
}
