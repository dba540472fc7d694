//! Programs that watch their functions: traces, checks and alarms.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod watching;

use std::sync::LazyLock;

use killrate_model::protocol;
use killrate_mutator::Woven;
use killrate_watch::{End, Scalar};
use watching::{Calls, Left};

/// The fixture, woven once for all tests.
static WATCHED: LazyLock<Woven> = LazyLock::new(|| watching::woven("watched"));

#[track_caller]
fn number_of(id: &str) -> String {
    watching::number_of(&WATCHED, id)
}

fn run(arguments: &[&str], settings: &[(&str, &str)], invariants: Option<&str>) -> Left {
    watching::run(&WATCHED, arguments, settings, invariants)
}

fn traced(arguments: &[&str], settings: &[(&str, &str)]) -> Calls {
    watching::traced(&WATCHED, arguments, settings)
}

#[test]
fn a_program_shows_the_same_whether_it_is_watched_or_not() {
    let plain = run(&[], &[], None);
    assert_eq!(plain.code, Some(0));
    assert!(plain.trace.is_empty());
    for probe in ["trace", "reach", "reach+trace"] {
        let watched = run(&[], &[(protocol::PROBE, probe)], None);
        assert_eq!(
            (watched.code, &watched.stdout),
            (Some(0), &plain.stdout),
            "{probe}"
        );
    }
}

#[test]
fn parameters_results_and_what_was_changed_are_seen() {
    let calls = traced(&[], &[]);
    let int = Scalar::Int;
    let push = "src/shapes.rs::Stack::push";
    let lengths = |place| calls.column(push, place, "self.numbers.len");
    let (before, after) = (lengths(0), lengths(1));
    // The first 64 calls, then 32 at every other, 32 at every fourth, and so on up to 200.
    assert_eq!(before.len(), 64 + 32 + 18);
    assert_eq!((before[0], after[0]), (int(2), int(3)));
    assert_eq!((before[64], after[64]), (int(66), int(67)));
    assert_eq!(before[65], int(68));
    assert_eq!(calls.column(push, 0, "number")[3], Scalar::Float(1.5));
    assert_eq!(
        calls.column(push, 1, "self.numbers[].max")[0],
        Scalar::Float(3.0)
    );
    assert_eq!(calls.column(push, 1, "self.pushed.0")[0], int(1));
    assert_eq!(calls.column(push, 0, "self.name.len")[0], int(5));
    assert_eq!(
        calls.column("src/main.rs::largest", 1, "return.some"),
        [int(9)]
    );
    let sum = calls.column("src/main.rs::total", 1, "return");
    assert_eq!(sum, calls.column("src/main.rs::total", 0, "numbers[].sum"));
}

#[test]
fn tags_early_returns_and_recursive_calls_are_seen() {
    let calls = traced(&[], &[]);
    let int = Scalar::Int;
    assert_eq!(
        calls.column("src/main.rs::level", 1, "return.tag"),
        [int(0), int(1)]
    );
    // What a variant holds is there only when the value is of that variant.
    assert_eq!(
        calls.column("src/main.rs::level", 1, "return.High.0"),
        [Scalar::Absent, int(70)]
    );
    let inner_first: Vec<Scalar> = (0..6).map(int).collect();
    assert_eq!(
        calls.column("src/main.rs::countdown", 1, "return"),
        inner_first
    );
}

#[test]
fn extreme_values_are_seen_as_they_are() {
    let calls = traced(&[], &[]);
    let extremes = "src/main.rs::extremes";
    assert_eq!(
        calls.column(extremes, 0, "large"),
        [Scalar::Int(u64::MAX.into())]
    );
    assert_eq!(calls.column(extremes, 0, "small"), [Scalar::Int(i128::MIN)]);
    assert!(calls.column(extremes, 1, "return.2")[0].is_nan());
    assert_eq!(
        calls.column(extremes, 0, "ragged[].len.min"),
        [Scalar::Int(0)]
    );
    assert_eq!(
        calls.column(extremes, 0, "ragged[][].max.max"),
        [Scalar::Int(3)]
    );
}

#[test]
fn a_panic_is_an_exit_of_its_own() {
    let calls = traced(&["panic"], &[]);
    let reciprocal = &calls.rows["src/main.rs::reciprocal"];
    assert_eq!(reciprocal.len(), 1);
    assert_eq!(
        (&reciprocal[0].0.scalars[..], &reciprocal[0].1),
        (&[Scalar::Int(0)][..], &End::Panicked)
    );
}

#[test]
fn what_cannot_be_observed_is_listed() {
    let calls = traced(&[], &[]);
    let unseen = |function: &str| {
        let shapes = &calls.shapes[function];
        let unseen = shapes.iter().flat_map(|shape| &shape.unseen);
        unseen.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(unseen("src/main.rs::shown"), ["value"]);
    let pushed = "self.pushed.1".to_owned();
    assert_eq!(
        unseen("src/shapes.rs::Stack::push"),
        [pushed.clone(), pushed]
    );
    let unwatched = WATCHED.unwatched.iter();
    let unwatched: Vec<(&str, &str)> = unwatched
        .map(|unwatched| (unwatched.name.as_str(), unwatched.reason.as_str()))
        .collect();
    let reason = "it is a method of a trait, beside which there can be no other";
    assert_eq!(unwatched, [("src/shapes.rs::Level::fmt", reason)]);
}

#[test]
fn a_mutant_is_watched_like_the_original() {
    let mutant = number_of("src/main.rs::countdown/add-to-sub/1");
    let calls = traced(&[], &[(protocol::MUTANT, &mutant)]);
    let found = calls.column("src/main.rs::countdown", 1, "return");
    // 1 - 0, 1 - 1, 1 - 0, …
    let int = Scalar::Int;
    assert_eq!(found, [int(0), int(1), int(0), int(1), int(0), int(1)]);
}

#[test]
fn a_mutant_that_compiles_only_alone_is_watched_too() {
    let mutant = number_of("src/main.rs::primes/literal-plus-one/1");
    assert!(WATCHED.alone.contains_key(&mutant.parse().unwrap()));
    let calls = traced(&[], &[(protocol::MUTANT, &mutant)]);
    let first = |calls: &Calls| calls.column("src/main.rs::primes", 1, "return[].first");
    assert_eq!(first(&calls), [Scalar::Int(3)]);
    assert_eq!(first(&traced(&[], &[])), [Scalar::Int(2)]);
}

const CLAIMS: &str = "\
function\tsrc/main.rs::countdown
enter\tfew\tn\tat-most\t0\t4
exit\tsame\torig(n)|return\torder\t0\t==\t1
exit\tgone\torig(n)|missing\torder\t0\t==\t1
";

fn checked(on_alarm: &str, settings: &[(&str, &str)]) -> Left {
    let invariants = format!("killrate invariants 2\n{on_alarm}\n{CLAIMS}");
    let settings = [settings, &[(protocol::PROBE, "invariants")]].concat();
    run(&[], &settings, Some(&invariants))
}

#[test]
fn an_alarm_tells_the_invariant_and_the_values() {
    let plain = run(&[], &[], None);
    let left = checked("go-on", &[]);
    assert_eq!(left.alarms.as_deref(), Some("few\tn = 5\n"));
    assert_eq!((left.code, left.stdout), (Some(0), plain.stdout));
    let mutant = number_of("src/main.rs::countdown/add-to-sub/1");
    let left = checked("go-on", &[(protocol::MUTANT, &mutant)]);
    let expected = "few\tn = 5\nsame\torig(n) = 2\treturn = 0\n";
    assert_eq!(left.alarms.as_deref(), Some(expected));
}

#[test]
fn the_first_alarm_can_stop_the_run() {
    let left = checked("stop", &[]);
    assert_eq!(left.alarms.as_deref(), Some("few\tn = 5\n"));
    assert_eq!(left.code, Some(88));
}

#[test]
fn the_first_alarm_can_stop_the_checking() {
    let mutant = number_of("src/main.rs::countdown/add-to-sub/1");
    let plain = run(&[], &[(protocol::MUTANT, &mutant)], None);
    let left = checked("stop-checking", &[(protocol::MUTANT, &mutant)]);
    assert_eq!(left.alarms.as_deref(), Some("few\tn = 5\n"));
    assert_eq!((left.code, left.stdout), (Some(0), plain.stdout));
}

#[test]
fn checking_changes_neither_what_a_variant_does_nor_the_fuel_it_burns() {
    watching::check_every_variant(&WATCHED, |settings| checked("go-on", settings));
}

#[test]
fn a_program_without_its_invariants_refuses_to_check() {
    let left = run(&[], &[(protocol::PROBE, "invariants")], None);
    assert_eq!((left.code, left.stdout.as_str()), (Some(87), ""));
    let left = run(&[], &[(protocol::PROBE, "invariants")], Some("nothing"));
    assert_eq!(left.code, Some(87));
    let left = run(
        &[],
        &[(protocol::PROBE, "trace+invariants")],
        Some("nothing"),
    );
    assert_eq!(left.code, Some(87));
}
