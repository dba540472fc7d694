//! Traces of what few formats can hold, of calls that panicked, and of programs that did not live to
//! their end.

use killrate_invariants::{
    Call, Declarations, Engine, Function, Trace, read_dtrace, write_decls, write_dtrace,
};
use killrate_watch::{At, Depth, End, Observe, Row, Shape};

/// Floats, sequences of unequal lengths, and integers of both ends.
type Given = (f64, Vec<Vec<f64>>, i128, u64);

fn shape<T: Observe>(name: &str) -> Shape {
    let mut shape = Shape::default();
    T::columns(name, Depth::TOP, &mut shape);
    shape
}

fn row(value: &impl Observe) -> Row {
    let mut row = Row::default();
    value.see(Depth::TOP, &mut row);
    row
}

fn hostile() -> Vec<Given> {
    let ragged = vec![vec![], vec![f64::NAN], vec![f64::INFINITY, -0.0, 1e308]];
    vec![
        (f64::NAN, ragged, i128::MIN, u64::MAX),
        (f64::INFINITY, vec![], i128::MAX, 0),
        (f64::NEG_INFINITY, vec![vec![]], -1, u64::MAX - 1),
        (-0.0, vec![vec![5e-324; 70]; 70], 0, 1),
        (
            f64::MAX,
            vec![vec![f64::MIN], vec![f64::MAX]],
            1 << 64,
            1 << 63,
        ),
    ]
}

/// Every value several times, by both exits, and every third call panics.
fn trace() -> Trace {
    let function = Function {
        name: "src/lib.rs::f".to_owned(),
        entry: shape::<Given>("a"),
        exit: shape::<Given>("return"),
        n_exits: 2,
    };
    let given = hostile();
    let calls = (0..60_usize).map(|n| Call {
        function: 1,
        entry: row(&given[n % given.len()]),
        end: match n % 3 {
            0 => End::Panicked,
            exit => End::Returned {
                exit: exit as u32,
                row: row(&given[n * n % given.len()]),
            },
        },
    });
    Trace {
        functions: [(1, function)].into(),
        calls: calls.collect(),
    }
}

fn engine(bytes: &[u8]) -> Engine {
    let mut engine = Engine::default();
    for _ in 0..3 {
        engine.read_run(bytes).expect("it is a trace");
    }
    engine
}

#[test]
fn what_is_learned_of_hostile_calls_holds_of_each() {
    let trace = trace();
    let engine = engine(&trace.to_bytes());
    let invariants = engine.invariants();
    let function = &trace.functions[&1];
    let mut joined = function.entry.at_entry();
    joined.append(&function.exit);
    for call in &trace.calls {
        for invariant in &invariants {
            let mut seen = call.entry.clone();
            let shape = match (invariant.at, &call.end) {
                (At::Enter, _) => &function.entry,
                (_, End::Panicked) => continue,
                (At::OneExit { exit, .. }, End::Returned { exit: taken, .. }) if exit != *taken => {
                    continue;
                }
                (_, End::Returned { row, .. }) => {
                    seen.append(row);
                    &joined
                }
            };
            let claim = invariant.resolve(shape).expect("its columns are there");
            assert!(claim.holds(&seen), "{invariant:?} {seen:?}");
        }
    }
    let [panics] = &engine.panics()[..] else {
        panic!("one function panicked");
    };
    assert_eq!((panics.n_panics, panics.n_calls), (3 * 20, 3 * 60));
}

#[test]
fn a_trace_that_ends_anywhere_is_read_up_to_there() {
    let bytes = trace().to_bytes();
    let head = Trace::default().to_bytes().len();
    let mut n_before = 0;
    for length in (head..bytes.len()).step_by(1_499) {
        let mut engine = Engine::default();
        engine.read_run(&bytes[..length]).expect("it is a trace");
        assert!((n_before..60).contains(&engine.n_calls()));
        n_before = engine.n_calls();
        engine.invariants();
    }
    assert!(n_before > 50);
}

#[test]
fn daikon_is_told_what_it_can_hold_and_how_every_call_ended() {
    let trace = trace();
    let declarations = Declarations::parse(&write_decls([&trace])).expect("they are declarations");
    let read = read_dtrace(&declarations, &write_dtrace(&trace)).expect("it is a trace");
    let exits = |trace: &Trace| -> Vec<Option<u32>> {
        let exit = |call: &Call| match call.end {
            End::Returned { exit, .. } => Some(exit),
            End::Panicked => None,
        };
        trace.calls.iter().map(exit).collect()
    };
    assert_eq!(exits(&read), exits(&trace));
    engine(&read.to_bytes()).invariants();
}

#[test]
fn a_first_element_of_no_sequence_is_written_as_a_number() {
    let mut entry = shape::<Vec<f64>>("x");
    for column in &mut entry.columns {
        column.sequence = None;
    }
    entry.n_sequences = 0;
    let mut seen = row(&vec![2.5, 3.5]);
    seen.sequences.clear();
    let function = Function {
        name: "f".to_owned(),
        entry,
        exit: Shape::default(),
        n_exits: 1,
    };
    let call = Call {
        function: 1,
        entry: seen,
        end: End::Panicked,
    };
    let trace = Trace {
        functions: [(1, function)].into(),
        calls: vec![call],
    };
    let written = write_dtrace(&trace);
    assert!(written.contains("\n2.5\n"), "{written}");
    assert!(!written.contains("[..]"), "{written}");
}
