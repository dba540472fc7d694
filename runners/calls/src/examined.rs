//! Whether what can be called is a function at all.

use killrate_inference::{Function as _, Number, Returned};
use killrate_model::Exit;

use crate::caller::{Caller, in_words};
use crate::error::CallsError;

/// Arguments that most functions have something to say about.
const PROBES: [f64; 12] = [
    0.0, 1.0, -1.0, 2.0, 0.5, -0.25, 3.75, 10.0, -7.5, 100.0, 0.001, 1e6,
];

/// How many results are compared.
const N_CALLS: usize = 64;

/// Refuses a program that answers nothing, and one that answers the same calls differently: in a row,
/// in another order, or in another process.
pub(crate) fn examine(mut caller: Caller<'_>) -> Result<(), CallsError> {
    let arity = caller.arity();
    let rows: Vec<Vec<f64>> = (0..N_CALLS).map(|call| row(&caller, call, arity)).collect();
    let observation = caller.observe_one(&rows[0])?;
    if !observation.exit.is_normal() && !matches!(observation.exit, Exit::OutOfFuel) {
        // It may be this one call that ends it, so another one has its say.
        let other = caller.observe_one(&rows[1])?;
        if !other.exit.is_normal() && !matches!(other.exit, Exit::OutOfFuel) {
            return Err(caller.silent(&other));
        }
    }
    let forwards = caller.results(&rows.concat())?;
    let backwards: Vec<f64> = rows.iter().rev().flatten().copied().collect();
    let mut again = caller.results(&backwards)?;
    again.reverse();
    compare(&caller, &rows, &forwards, &again)?;
    caller.repeat();
    let later = caller.results(&rows.concat())?;
    compare(&caller, &rows, &forwards, &later)
}

/// The arguments of a call: neighbours in the list, so that no two are the same for long.
fn row(caller: &Caller<'_>, call: usize, arity: usize) -> Vec<f64> {
    let probe = |place: usize| {
        let turn = call + place * (1 + call / PROBES.len());
        let value = PROBES[turn % PROBES.len()];
        let number = caller.argument(place);
        let nearest = number.nearest(value);
        nearest.unwrap_or(match number {
            Number::Integer { least, greatest } => value.round().clamp(least, greatest),
            Number::Boolean => 1.0,
            Number::Double | Number::Single => value,
        })
    };
    (0..arity).map(probe).collect()
}

fn compare(
    caller: &Caller<'_>,
    rows: &[Vec<f64>],
    first: &[Returned],
    second: &[Returned],
) -> Result<(), CallsError> {
    let mut pairs = rows.iter().zip(first.iter().zip(second));
    let Some((row, (first, second))) = pairs.find(|(_, (a, b))| !are_same(**a, **b)) else {
        return Ok(());
    };
    Err(CallsError::NotAFunction {
        name: caller.name().to_owned(),
        arguments: in_words(row),
        first: shown(*first),
        second: shown(*second),
    })
}

/// Whether two results are the same; whatever is no number is the same as all that is none.
fn are_same(a: Returned, b: Returned) -> bool {
    match (a, b) {
        (Returned::Value(a), Returned::Value(b)) => {
            a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
        }
        _ => a == b,
    }
}

fn shown(returned: Returned) -> String {
    match returned {
        Returned::Value(value) => format!("{value:?}"),
        Returned::Panicked => "a panic".to_owned(),
        Returned::OutOfFuel => "nothing in its time".to_owned(),
    }
}
