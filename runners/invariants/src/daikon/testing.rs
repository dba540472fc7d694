//! A trace for the tests of writing and reading.

use killrate_watch::{Depth, End, Observe, Row, Shape};

use crate::trace::{Call, Function, Trace};

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

/// Four calls of a function with two exits, with values that few formats can hold; the last panicked.
pub(super) fn trace() -> Trace {
    let function = Function {
        name: "src/lib.rs::f".to_owned(),
        entry: shape::<Vec<f64>>("xs"),
        exit: shape::<i128>("return"),
        n_exits: 2,
    };
    let call = |numbers: &[f64], end: End<Row>| Call {
        function: 1,
        entry: row(&numbers.to_vec()),
        end,
    };
    let returned = |exit: u32, result: i128| End::Returned {
        exit,
        row: row(&result),
    };
    Trace {
        functions: [(1, function)].into(),
        calls: vec![
            call(&[1.5, f64::NAN], returned(2, 2)),
            call(&[], returned(1, i128::MAX)),
            call(&[f64::INFINITY], returned(2, -1)),
            call(&[-0.0], End::Panicked),
        ],
    }
}
