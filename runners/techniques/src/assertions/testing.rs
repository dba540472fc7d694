//! What the tests of the steps share: a function that gives twice what it is given, seen to do so.

use std::sync::Arc;

use killrate_invariants::{Call, Engine, Function, Trace};
use killrate_model::{Blob, DataSet, Exit, Interface, Observation, protocol};
use killrate_watch::{Depth, End, Observe, Row, Shape};

use super::alarms::output;
use crate::testing::{data_set, observation};
use crate::{Exchange, Learner, Setting, Step, Technique, Transcript};

pub(super) const EVEN: &str = "src/main.rs::f/exit/linear/return,orig(n)";
pub(super) const ORDER: &str = "src/main.rs::f/exit/ordering/orig(n),return";

fn shape<T: Observe>(name: &str) -> Shape {
    let mut shape = Shape::default();
    T::columns(name, Depth::TOP, &mut shape);
    shape
}

fn row(value: i64) -> Row {
    let mut row = Row::default();
    value.see(Depth::TOP, &mut row);
    row
}

/// A run in which `f` was given these numbers and gave twice as much.
pub(super) fn traced(numbers: impl Iterator<Item = i64>) -> Observation {
    let function = Function {
        name: "src/main.rs::f".to_owned(),
        entry: shape::<i64>("n"),
        exit: shape::<i64>("return"),
        n_exits: 1,
    };
    let call = |n: i64| Call {
        function: 1,
        entry: row(n),
        end: End::Returned {
            exit: 1,
            row: row(2 * n),
        },
    };
    let trace = Trace {
        functions: [(1, function)].into(),
        calls: numbers.map(call).collect(),
    };
    let mut seen = observation(Exit::Exited { code: 0 }, Some("a"));
    let bytes = Blob::new(trace.to_bytes());
    seen.outputs.insert(output(protocol::TRACE_FILE), bytes);
    seen
}

/// An engine that was taught by two such runs.
pub(super) fn engine() -> Engine {
    let mut engine = Engine::default();
    for seen in [traced(1..20), traced(5..40)] {
        engine.read_run(seen.outputs[&output(protocol::TRACE_FILE)].bytes());
    }
    engine
}

/// A run that ended with this code and these lines in its file of alarms.
pub(super) fn alarmed(code: i32, lines: &str) -> Observation {
    let mut seen = observation(Exit::Exited { code }, Some("a"));
    if !lines.is_empty() {
        let bytes = Blob::new(lines.as_bytes());
        seen.outputs.insert(output(protocol::ALARMS_FILE), bytes);
    }
    seen
}

pub(super) fn data_sets() -> [DataSet; 2] {
    [
        data_set("few", "x\n1\n2\n3\n"),
        data_set("more", "x\n4\n5\n6\n7\n"),
    ]
}

pub(super) fn setting_of<'a>(interface: &'a Interface, data_sets: &'a [DataSet]) -> Setting<'a> {
    Setting {
        interface,
        data_sets,
    }
}

/// Teaches a learner: each round shows it these runs, again from the first when it asks for more.
///
/// Gives the technique and everything that was asked on the way.
#[track_caller]
pub(super) fn taught(
    learner: &mut dyn Learner,
    setting: &Setting<'_>,
    rounds: &[Vec<Observation>],
) -> (Box<dyn Technique>, Transcript) {
    let mut transcript = Transcript::default();
    let mut rounds = rounds.iter();
    loop {
        match learner.step(setting, &transcript) {
            Step::Conclude(technique) => return (technique, transcript),
            Step::Ask(requests) => {
                let shown = rounds.next().expect("it has seen enough");
                let observations = shown.iter().cycle().cloned().map(Arc::new);
                let pairs = requests.into_iter().zip(observations);
                transcript.add_round(
                    pairs
                        .map(|(request, observation)| Exchange {
                            request,
                            observation,
                        })
                        .collect(),
                );
            }
        }
    }
}
