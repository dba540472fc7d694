//! Every invariant holds on every call it was learned from, whatever the calls were like.

use std::collections::BTreeSet;

use killrate_invariants::Engine;
use killrate_watch::{At, Depth, End, Observe, Row, Shape};
use proptest::prelude::*;

/// What a function is given.
type Entry = (Vec<f64>, i128, Option<u64>, f64, Vec<Vec<i64>>);
/// What it gives.
type Exit = (Vec<f64>, f64, u64);

const NAME: &str = "src/lib.rs::f";

fn shape<T: Observe>(name: &str) -> Shape {
    let mut shape = Shape::default();
    T::columns(name, Depth::TOP, &mut shape);
    shape
}

fn row(values: &impl Observe) -> Row {
    let mut row = Row::default();
    values.see(Depth::TOP, &mut row);
    row
}

fn engine() -> Engine {
    let mut engine = Engine::default();
    engine.declare(NAME, &shape::<Entry>("a"), &shape::<Exit>("return"), 2);
    engine
}

/// The exit by which a call returns that was given this.
fn exit_of(entry: &Entry) -> u32 {
    if entry.1 < 0 { 1 } else { 2 }
}

fn learn(engine: &mut Engine, run: &[(Entry, Option<Exit>)]) {
    for (entry, exit) in run {
        let end = match exit {
            Some(exit) => End::Returned {
                exit: exit_of(entry),
                row: row(exit),
            },
            None => End::Panicked,
        };
        engine.see_call(NAME, &row(entry), end.as_ref());
    }
    engine.end_run();
}

/// Expects everything learned to hold, and that merging parts gives what the whole gives, but for
/// invariants of these templates.
fn check(runs: &[Vec<(Entry, Option<Exit>)>], not_merged: &[&str]) {
    let mut whole = engine();
    let mut merged = engine();
    for run in runs {
        learn(&mut whole, run);
        let mut part = engine();
        learn(&mut part, run);
        merged.merge(part);
    }
    let entry_shape = shape::<Entry>("a");
    let mut exit_shape = entry_shape.at_entry();
    exit_shape.append(&shape::<Exit>("return"));
    for engine in [&whole, &merged] {
        for invariant in engine.invariants() {
            let shape = match invariant.at {
                At::Enter => &entry_shape,
                At::Exit | At::OneExit { .. } => &exit_shape,
            };
            let claim = invariant.resolve(shape).expect("its columns are there");
            for (entry, exit) in runs.iter().flatten() {
                let mut seen = row(entry);
                match (invariant.at, exit) {
                    (At::Enter, _) => {}
                    (At::OneExit { exit, .. }, _) if exit != exit_of(entry) => continue,
                    (At::Exit | At::OneExit { .. }, Some(exit)) => seen.append(&row(exit)),
                    (At::Exit | At::OneExit { .. }, None) => continue,
                }
                assert!(claim.holds(&seen), "{invariant:?} {seen:?}");
            }
        }
    }
    let ids = |engine: &Engine| -> BTreeSet<String> {
        let invariants = engine.invariants().into_iter();
        invariants
            .filter(|invariant| !not_merged.contains(&invariant.template))
            .map(|invariant| invariant.id)
            .collect()
    };
    assert_eq!(ids(&whole), ids(&merged));
}

fn float() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![
        4 => (-4_i32..5).prop_map(f64::from),
        2 => -1e3..1e3,
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e308, -1e308, 5e-324]),
    ]
}

fn plain() -> impl Strategy<Value = f64> + Clone {
    (-40_i32..41).prop_map(|number| f64::from(number) / 4.0)
}

fn int() -> impl Strategy<Value = i128> {
    prop_oneof![
        4 => -3_i128..4,
        1 => prop::sample::select(vec![i128::MIN, i128::MAX, i128::from(u64::MAX), 1 << 53]),
    ]
}

/// Calls whose results have to do with what the function was given, so that there is something to
/// learn.
fn call(
    numbers: impl Strategy<Value = f64> + Clone,
) -> impl Strategy<Value = (Entry, Option<Exit>)> {
    let sequence = prop::collection::vec(numbers.clone(), 0..6);
    let rows = prop::collection::vec(prop::collection::vec(any::<i64>(), 0..3), 0..3);
    let option = prop::option::of(prop_oneof![0_u64..3, Just(u64::MAX)]);
    let entry = (sequence, int(), option, numbers, rows);
    (entry, 0_u8..10).prop_map(|(entry, how)| {
        let mut sorted = entry.0.clone();
        sorted.sort_by(f64::total_cmp);
        let exit = (how > 0).then(|| (sorted, 2.0 * entry.3 + 1.0, entry.2.unwrap_or(7)));
        (entry, exit)
    })
}

fn runs(
    numbers: impl Strategy<Value = f64> + Clone,
) -> impl Strategy<Value = Vec<Vec<(Entry, Option<Exit>)>>> {
    prop::collection::vec(prop::collection::vec(call(numbers), 0..25), 1..5)
}

proptest! {
    #[test]
    fn what_is_learned_from_hostile_calls_holds_on_them(runs in runs(float())) {
        // Points as near as 0 and 5e-324 fix no line by themselves, but may lie on one.
        check(&runs, &["linear"]);
    }

    #[test]
    fn what_is_learned_from_plain_calls_holds_on_them(runs in runs(plain())) {
        check(&runs, &[]);
    }
}

/// The texts of what is learned from calls of a function that sorts.
fn learned_from_sorting() -> Vec<String> {
    let mut engine = engine();
    for run in 0..3_i32 {
        let calls: Vec<(Entry, Option<Exit>)> = (1..12_i32)
            .map(|n| {
                let numbers: Vec<f64> = (0..n)
                    .map(|k| f64::from((k * 7 + run) % 12) - 3.0)
                    .collect();
                let mut sorted = numbers.clone();
                sorted.sort_by(f64::total_cmp);
                let x = f64::from(n * (run + 1)) / 2.0 - 4.0;
                let entry = (numbers, n.into(), None, x, vec![]);
                (entry, Some((sorted, 2.0 * x + 1.0, 7)))
            })
            .collect();
        learn(&mut engine, &calls);
    }
    let invariants = engine.invariants();
    invariants
        .into_iter()
        .map(|invariant| invariant.text)
        .collect()
}

#[test]
fn what_a_sort_does_is_learned() {
    let texts = learned_from_sorting();
    for expected in [
        "return.0[] is sorted by <=",
        "return.0[] is a permutation of orig(a.0[])",
        "orig(a.0).len == return.0.len",
        "orig(a.0[]).sum == return.0[].sum (but for rounding)",
        "return.1 == 2.0 * orig(a.3) + 1.0",
        "return.2 == 7",
        "return.1 grows with orig(a.3)",
    ] {
        assert!(
            texts.iter().any(|text| text == expected),
            "{expected}\n{texts:#?}"
        );
    }
    assert!(
        !texts
            .iter()
            .any(|text| text == "orig(a.0[]) is sorted by <=")
    );
}
