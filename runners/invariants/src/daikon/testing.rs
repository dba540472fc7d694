//! A trace for the tests of writing and reading.

use killrate_watch::{Observe, Place, Row, Shape};

use crate::trace::{Call, Function, Trace};

fn shape<T: Observe>(name: &str) -> Shape {
    let mut shape = Shape::default();
    T::columns(name, Place::TOP, &mut shape);
    shape
}

fn row(value: &impl Observe) -> Row {
    let mut row = Row::default();
    value.see(Place::TOP, &mut row);
    row
}

/// Three calls of a function, with values that few formats can hold.
pub(super) fn trace() -> Trace {
    let function = Function {
        name: "src/lib.rs::f".to_owned(),
        entry: shape::<Vec<f64>>("xs"),
        exit: shape::<i128>("return"),
    };
    let call = |numbers: &[f64], result: i128| Call {
        function: 1,
        entry: row(&numbers.to_vec()),
        exit: Some(row(&result)),
    };
    Trace {
        functions: [(1, function)].into(),
        calls: vec![
            call(&[1.5, f64::NAN], 2),
            call(&[], i128::MAX),
            call(&[f64::INFINITY], -1),
        ],
    }
}
