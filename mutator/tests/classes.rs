//! The classes that a study chooses by itself, on a program small enough to work out by hand.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod woven;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use killrate_model::{MutantClass, MutantStatus, protocol};
use killrate_mutator::{build_single, source_digest};
use woven::{Fixture, run};

fn fixture() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| Fixture::new("classes", &MutantClass::ALL, None))
}

#[track_caller]
fn check(id: &str, arguments: [&str; 2], original: &str, mutated: &str) {
    let fixture = fixture();
    let as_written = fixture.run(&arguments, &[]);
    let run = fixture.run_mutant(fixture.mutant(&format!("src/main.rs::{id}")), &arguments);
    let shown = |run: &woven::Run| (run.code, run.stdout.trim_end().to_owned());
    assert_eq!(shown(&as_written), (Some(0), original.to_owned()));
    assert_eq!(shown(&run), (Some(0), mutated.to_owned()));
}

#[track_caller]
fn check_trap(id: &str, arguments: [&str; 2], expected: Option<i32>) {
    let fixture = fixture();
    let run = fixture.run_mutant(fixture.mutant(&format!("src/main.rs::{id}")), &arguments);
    assert_eq!(run.code, expected);
}

const SMALL: ([&str; 2], &str) = (["3", "5"], "true 8 3 15");
const LARGE: ([&str; 2], &str) = (["200", "1"], "false 201 100 200");
const BELOW: ([&str; 2], &str) = (["-5", "3"], "false 3 -5 -15");

#[test]
fn connectives_are_exchanged() {
    check("within/and-to-or/1", LARGE.0, LARGE.1, "true 201 100 200");
    check("within/and-to-or/1", SMALL.0, SMALL.1, SMALL.1);
}

#[test]
fn conditions_are_negated() {
    check("total/if-negated/1", SMALL.0, SMALL.1, "true 0 3 15");
    check("clamp/if-negated/1", SMALL.0, SMALL.1, "true 8 100 15");
}

#[test]
fn statements_are_left_out() {
    // The loop, the branch, the jump in it, and the sum.
    check("total/statement-deleted/1", SMALL.0, SMALL.1, "true 0 3 15");
    check(
        "total/statement-deleted/2",
        BELOW.0,
        BELOW.1,
        "false -2 -5 -15",
    );
    check(
        "total/statement-deleted/3",
        BELOW.0,
        BELOW.1,
        "false -2 -5 -15",
    );
    check("total/statement-deleted/4", SMALL.0, SMALL.1, "true 0 3 15");
    check(
        "clamp/statement-deleted/2",
        LARGE.0,
        LARGE.1,
        "false 201 200 200",
    );
}

#[test]
fn operations_become_their_operands() {
    check("area/mul-to-left/1", SMALL.0, SMALL.1, "true 8 3 3");
    check("area/mul-to-right/1", SMALL.0, SMALL.1, "true 8 3 5");
    check("within/and-to-left/1", LARGE.0, LARGE.1, "true 201 100 200");
    check("within/and-to-right/1", BELOW.0, BELOW.1, "true 3 -5 -15");
    check(
        "total/add-assign-to-assign/1",
        SMALL.0,
        SMALL.1,
        "true 5 3 15",
    );
}

#[test]
fn constants_are_replaced() {
    check(
        "clamp/constant-to-zero/1",
        SMALL.0,
        SMALL.1,
        "true 8 100 15",
    );
    check(
        "clamp/constant-to-zero/2",
        LARGE.0,
        LARGE.1,
        "false 201 0 200",
    );
    check(
        "within/constant-to-other/1",
        SMALL.0,
        SMALL.1,
        "false 8 3 15",
    );
}

#[test]
fn returned_values_are_replaced() {
    check("within/return-to-false/1", SMALL.0, SMALL.1, "false 8 3 15");
    check("clamp/return-to-zero/1", SMALL.0, SMALL.1, "true 8 0 15");
    check(
        "area/return-to-minus-one/1",
        SMALL.0,
        SMALL.1,
        "true 8 3 -1",
    );
}

#[test]
fn operands_trap_on_what_they_are_said_to() {
    check_trap("area/trap-on-negative/1", BELOW.0, Some(101));
    check_trap("area/trap-on-negative/1", SMALL.0, Some(0));
    check_trap("area/trap-on-zero/2", ["3", "0"], Some(101));
    check_trap("area/trap-on-zero/1", ["3", "0"], Some(0));
}

#[test]
fn the_classes_have_this_many_mutants_and_negative_indices_are_refused() {
    let mut counts = BTreeMap::new();
    for mutant in &fixture().woven.mutants {
        *counts.entry(mutant.class.name()).or_insert(0) += 1;
    }
    let expected = [
        ("arithmetic", 2),
        ("comparison", 20),
        ("constant-replacement", 15),
        ("logical-connective", 1),
        ("negated-condition", 2),
        ("off-by-one", 22),
        ("operand-replacement", 5),
        ("return-value", 11),
        ("statement-deletion", 7),
        ("trap", 14),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
    let mutants = fixture().woven.mutants.iter();
    let refused: Vec<&str> = mutants
        .filter(|mutant| mutant.status != MutantStatus::Woven)
        .map(|mutant| mutant.id.0.as_str())
        .collect();
    assert_eq!(
        refused,
        [
            "src/main.rs::main/constant-to-minus-one/1",
            "src/main.rs::main/literal-minus-one/2",
            "src/main.rs::main/literal-minus-one/3",
            "src/main.rs::main/literal-minus-one/4",
            "src/main.rs::main/constant-to-minus-one/2",
        ]
    );
}

#[test]
fn no_change_is_made_twice_and_those_of_the_papers_come_first() {
    // `return 100` with another constant is the same as another value returned.
    let mutants = fixture().woven.mutants.iter();
    let to_zero: Vec<&str> = mutants
        .filter(|mutant| mutant.before == "100" && mutant.after == "0")
        .map(|mutant| mutant.id.0.as_str())
        .collect();
    assert_eq!(
        to_zero,
        [
            "src/main.rs::clamp/constant-to-zero/1",
            "src/main.rs::clamp/constant-to-zero/2",
        ]
    );
    // `0` with one added is a constant replaced by one.
    let mutants = fixture().woven.mutants.iter();
    let to_one: Vec<&str> = mutants
        .filter(|mutant| mutant.function == "total" && mutant.after == "1")
        .map(|mutant| mutant.operator.0.as_str())
        .collect();
    assert_eq!(
        to_one,
        ["literal-plus-one", "literal-plus-one", "return-to-one"]
    );
}

#[test]
fn a_mutant_that_is_not_infected_has_the_output_of_the_original() {
    for (arguments, _) in [SMALL, LARGE, BELOW] {
        let original = fixture().run(&arguments, &[]);
        let probe = fixture().run(&arguments, &[(protocol::PROBE, "reach")]);
        assert_eq!(probe.stdout, original.stdout);
        let reach = probe.report.unwrap().reach.unwrap();
        for mutant in fixture().live() {
            let run = fixture().run_mutant(mutant, &arguments);
            if !reach.is_infected(mutant.number) {
                assert_eq!(run, original, "{}", mutant.id);
            }
        }
    }
}

#[test]
fn the_woven_mutant_does_what_the_traditionally_built_one_does() {
    for id in [
        "within/and-to-or/1",
        "total/if-negated/1",
        "total/statement-deleted/2",
        "total/add-assign-to-assign/1",
        "clamp/constant-to-zero/2",
        "within/return-to-true/1",
        "area/trap-on-negative/1",
    ] {
        let mutant = fixture().mutant(&format!("src/main.rs::{id}"));
        let single = build_single(&fixture().options, mutant).unwrap();
        for (arguments, _) in [SMALL, LARGE, BELOW] {
            let (woven, single) = (
                fixture().run_mutant(mutant, &arguments),
                run(&single, &arguments, &[]),
            );
            assert_eq!(
                (woven.code, woven.stdout),
                (single.code, single.stdout),
                "{id}"
            );
        }
    }
}

#[test]
fn the_source_tree_is_as_it_was() {
    let after = source_digest(&fixture().options.package).unwrap();
    assert_eq!(after, fixture().digest_before);
}
