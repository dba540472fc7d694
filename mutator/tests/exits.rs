//! The exits of watched functions: which one a call took, and what is claimed of it alone.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod watching;

use std::sync::LazyLock;

use killrate_model::{Mutant, MutantStatus, protocol};
use killrate_mutator::Woven;
use killrate_watch::{End, Scalar};
use watching::{Calls, Left};

/// The fixture, woven once for all tests.
static EXITS: LazyLock<Woven> = LazyLock::new(|| watching::woven("exits"));

fn traced(settings: &[(&str, &str)]) -> Calls {
    watching::traced(&EXITS, &[], settings)
}

/// Expects the calls of a function to have ended like this: their exits, 0 for a panic.
#[track_caller]
fn check(calls: &Calls, function: &str, expected: &[u32]) {
    let calls = calls.rows[&format!("src/main.rs::{function}")].iter();
    let taken: Vec<u32> = calls
        .map(|(_, end)| match end {
            End::Returned { exit, .. } => *exit,
            End::Panicked => 0,
        })
        .collect();
    assert_eq!(taken, expected, "{function}");
}

#[test]
fn every_return_is_an_exit_of_its_own() {
    let calls = traced(&[]);
    // By main, then twice by what `guarded` drops, for each of four numbers; then by `strict`.
    let sign = [1, 3, 2, 2, 3, 2, 3, 3, 2, 1, 3, 2];
    check(&calls, "sign", &[&sign[..], &[3, 2, 1, 3]].concat());
    check(&calls, "count", &[1]);
    check(&calls, "priced", &[1, 2, 1, 2]);
    let results = calls.column("src/main.rs::priced", 1, "return");
    assert_eq!(results, [5, -5, 9, -4].map(Scalar::Int));
}

#[test]
fn a_question_mark_is_an_exit_where_it_leaves() {
    let calls = traced(&[]);
    // By the end, by the first mark, by the return, by the mark within the return, by the end.
    check(&calls, "halved", &[4, 1, 2, 3, 4]);
    check(&calls, "number", &[2, 1, 2, 2, 2, 1, 2]);
    check(&calls, "found", &[2, 1]);
}

#[test]
fn what_leaves_a_closure_or_stands_in_a_macro_is_no_exit() {
    let calls = traced(&[]);
    check(&calls, "longest", &[1]);
    check(&calls, "shown", &[1]);
}

#[test]
fn the_exits_of_what_a_function_calls_are_not_its_own() {
    let calls = traced(&[]);
    check(&calls, "depth", &[1, 2, 2, 2]);
    check(&calls, "counted", &[1]);
    // What is dropped on the way out returns by other exits.
    check(&calls, "guarded", &[2, 2, 1, 2]);
}

#[test]
fn a_panic_after_something_returned_early_is_a_panic() {
    check(&traced(&[]), "strict", &[2, 0, 1, 2]);
}

#[test]
fn mutants_take_the_exits_of_the_original() {
    let mutant = watching::number_of(&EXITS, "src/main.rs::sign/lt-to-gt/1");
    let calls = traced(&[(protocol::MUTANT, &mutant)]);
    // Of -4, 0, 7 and -1.
    check(
        &calls,
        "sign",
        &[3, 1, 2, 2, 1, 2, 1, 1, 2, 3, 1, 2, 1, 2, 3, 1],
    );
    check(&calls, "strict", &[1, 0, 2, 1]);
    let mutant = watching::number_of(&EXITS, "src/main.rs::depth/add-to-sub/1");
    let calls = traced(&[(protocol::MUTANT, &mutant)]);
    check(&calls, "depth", &[1, 2, 2, 2]);
}

#[test]
fn exits_are_seen_while_reach_is_probed() {
    let calls = traced(&[]);
    let probed =
        Calls::of(&watching::run(&EXITS, &[], &[(protocol::PROBE, "reach+trace")], None).trace);
    assert_eq!(probed.rows, calls.rows);
}

const CLAIMS: &str = "\
function\tsrc/main.rs::priced
exit 1 of 2\tfirst\torig(a)|return\tlinear\t3.0\t0\t2.0\t1\t-1.0
exit 2 of 2\tsecond\torig(b)|return\tlinear\t-7.0\t0\t1.0\t1\t-1.0
exit 1 of 3\tother\treturn\tat-most\t0\t-100
exit\tall\treturn\tat-most\t0\t10
function\tsrc/main.rs::sign
exit 2 of 3\tzero\torig(n)\tone-of\t0\t0
";

fn checked(settings: &[(&str, &str)]) -> Left {
    let invariants = format!("killrate invariants 2\ngo-on\n{CLAIMS}");
    let settings = [settings, &[(protocol::PROBE, "invariants")]].concat();
    watching::run(&EXITS, &[], &settings, Some(&invariants))
}

#[test]
fn a_claim_is_checked_at_its_exit_and_no_other() {
    assert_eq!(checked(&[]).alarms, None);
    let alarms = |id: &str| {
        let mutant = watching::number_of(&EXITS, id);
        checked(&[(protocol::MUTANT, &mutant)])
            .alarms
            .unwrap_or_default()
    };
    assert_eq!(
        alarms("src/main.rs::priced/sub-to-add/1"),
        "second\torig(b) = 2\treturn = 9\n"
    );
    // Two times one is two divided by one; with three it shows.
    assert_eq!(
        alarms("src/main.rs::priced/mul-to-div/1"),
        "first\torig(a) = 3\treturn = 3\n"
    );
    // What it returns is as ever one of three numbers, but not for the right reason; what
    // is dropped shows it first.
    assert_eq!(
        alarms("src/main.rs::sign/eq-to-ne/1"),
        "zero\torig(n) = 1\n"
    );
}

#[test]
fn checking_exits_changes_neither_what_a_variant_does_nor_the_fuel_it_burns() {
    watching::check_every_variant(&EXITS, checked);
}

#[test]
fn where_exits_cannot_be_told_apart_no_mutant_and_no_call_is_lost() {
    let woven = watching::woven("one-exit");
    let mutants = woven.mutants.iter();
    let lost: Vec<_> = mutants
        .filter(|mutant| mutant.status != MutantStatus::Woven)
        .collect();
    assert_eq!(lost, [] as [&Mutant; 0]);
    assert_eq!(woven.unwatched, []);
    let mutant = watching::number_of(&woven, "src/main.rs::raised/add-to-sub/1");
    let calls = watching::traced(&woven, &[], &[(protocol::MUTANT, &mutant)]);
    let results = calls.column("src/main.rs::raised", 1, "return");
    assert_eq!(results, [0, 6].map(Scalar::Int));
    check(&calls, "raised", &[1, 1]);
    check(&calls, "echoed", &[1, 1]);
}
