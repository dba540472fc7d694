//! The page `docs/invariants.md`: a small trace in Daikon's format, and what is learned from it.

use killrate_invariants::{
    Call, Declarations, Engine, Function, Trace, read_dtrace, write_decls, write_dtrace,
};
use killrate_watch::{Depth, End, Observe, Row, Shape};

const DECLS: &str = include_str!("../../../docs/invariants/classic.decls");
const DTRACE: &str = include_str!("../../../docs/invariants/classic.dtrace");
const LEARNED: &str = include_str!("../../../docs/invariants/classic.txt");

const DEVIATION: u32 = 1;
const SORT: u32 = 2;

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

fn function(name: &str, exit: Shape) -> Function {
    Function {
        name: name.to_owned(),
        entry: shape::<Vec<f64>>("numbers"),
        exit,
        n_exits: 1,
    }
}

/// The standard deviation and the sorted copy of 24 sequences of numbers.
fn trace() -> Trace {
    let functions = [
        (DEVIATION, function("deviation", shape::<f64>("return"))),
        (SORT, function("sort", shape::<Vec<f64>>("return"))),
    ];
    let calls = (0..24_u32).flat_map(|n| {
        let numbers: Vec<f64> = (0..n % 5 + 2)
            .map(|k| f64::from((7 * k * k + 5 * n * k + n) % 29) + 0.5)
            .collect();
        let mut sorted = numbers.clone();
        sorted.sort_by(f64::total_cmp);
        let exits = [(DEVIATION, row(&deviation(&numbers))), (SORT, row(&sorted))];
        exits.map(|(function, exit)| Call {
            function,
            entry: row(&numbers),
            end: End::Returned { exit: 1, row: exit },
        })
    });
    Trace {
        functions: functions.into(),
        calls: calls.collect(),
    }
}

fn deviation(numbers: &[f64]) -> f64 {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (squares / n).sqrt()
}

#[test]
fn the_committed_trace_is_that_of_the_two_functions() {
    assert_eq!(write_decls([&trace()]), DECLS);
    assert_eq!(write_dtrace(&trace()), DTRACE);
}

#[test]
fn what_is_learned_from_the_committed_trace_is_what_is_committed_beside_it() {
    let declarations = Declarations::parse(DECLS).expect("they are declarations");
    let read = read_dtrace(&declarations, DTRACE).expect("it is a trace");
    let mut engine = Engine::default();
    engine.read_run(&read.to_bytes()).expect("it is a trace");
    let learned: String = engine
        .invariants()
        .into_iter()
        .map(|known| format!("{} {}: {}\n", known.function, known.at.name(), known.text))
        .collect();
    assert_eq!(learned, LEARNED);
}
