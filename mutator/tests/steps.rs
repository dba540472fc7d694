//! A program small enough to work out by hand what every mutant does.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod woven;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use killrate_model::MutantClass;
use killrate_model::protocol::{self, Report};
use killrate_mutator::{WeaveEvent, build_plain, diff, find, source_digest, weave};
use woven::{Fixture, Run};

fn fixture() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| Fixture::new("steps", &MutantClass::PAPERS, None))
}

#[test]
fn every_mutant_is_listed_in_order() {
    let lines: Vec<String> = fixture()
        .woven
        .mutants
        .iter()
        .map(|mutant| {
            let place = (mutant.number, mutant.line, mutant.column);
            format!(
                "{place:?} {}: {} → {}",
                mutant.id, mutant.before, mutant.after
            )
        })
        .collect();
    let expected = [
        "(1, 4, 35) src/main.rs::main/literal-minus-one/1: 1 → 0",
        "(2, 4, 35) src/main.rs::main/literal-plus-one/1: 1 → 2",
        "(3, 12, 8) src/main.rs::larger/gt-to-eq/1: a > b → a == b",
        "(4, 12, 8) src/main.rs::larger/gt-to-ge/1: a > b → a >= b",
        "(5, 12, 8) src/main.rs::larger/gt-to-le/1: a > b → a <= b",
        "(6, 12, 8) src/main.rs::larger/gt-to-lt/1: a > b → a < b",
        "(7, 12, 8) src/main.rs::larger/gt-to-ne/1: a > b → a != b",
        "(8, 20, 8) src/main.rs::spread/eq-to-ge/1: a == b → a >= b",
        "(9, 20, 8) src/main.rs::spread/eq-to-gt/1: a == b → a > b",
        "(10, 20, 8) src/main.rs::spread/eq-to-le/1: a == b → a <= b",
        "(11, 20, 8) src/main.rs::spread/eq-to-lt/1: a == b → a < b",
        "(12, 20, 8) src/main.rs::spread/eq-to-ne/1: a == b → a != b",
        "(13, 21, 16) src/main.rs::spread/mul-to-div/1: a * b → a / b",
        "(14, 23, 5) src/main.rs::spread/sub-to-add/1: a - b → a + b",
        "(15, 27, 17) src/main.rs::steps/literal-minus-one/1: 0 → -1",
        "(16, 27, 17) src/main.rs::steps/literal-plus-one/1: 0 → 1",
        "(17, 28, 11) src/main.rs::steps/lt-to-eq/1: i < n → i == n",
        "(18, 28, 11) src/main.rs::steps/lt-to-ge/1: i < n → i >= n",
        "(19, 28, 11) src/main.rs::steps/lt-to-gt/1: i < n → i > n",
        "(20, 28, 11) src/main.rs::steps/lt-to-le/1: i < n → i <= n",
        "(21, 28, 11) src/main.rs::steps/lt-to-ne/1: i < n → i != n",
        "(22, 28, 15) src/main.rs::steps/loop-bound-minus-one/1: n → n - 1",
        "(23, 28, 15) src/main.rs::steps/loop-bound-plus-one/1: n → n + 1",
        "(24, 29, 9) src/main.rs::steps/add-assign-to-sub-assign/1: i += 1 → i -= 1",
        "(25, 29, 14) src/main.rs::steps/literal-minus-one/2: 1 → 0",
        "(26, 29, 14) src/main.rs::steps/literal-plus-one/2: 1 → 2",
    ];
    assert_eq!(lines, expected);
}

#[track_caller]
fn check_output(id: &str, arguments: [&str; 2], expected: &str) {
    let fixture = fixture();
    let run = fixture.run_mutant(fixture.mutant(id), &arguments);
    assert_eq!((run.code, run.stdout.trim_end()), (Some(0), expected));
}

#[test]
fn with_no_mutant_active_the_program_is_the_original() {
    let run = fixture().run(&["3", "5"], &[]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "5 -2 3\n"));
}

#[test]
fn each_mutant_makes_its_own_change_and_no_other() {
    check_output("src/main.rs::main/literal-plus-one/1", ["3", "5"], "");
    check_output("src/main.rs::larger/gt-to-le/1", ["3", "5"], "3 -2 3");
    check_output("src/main.rs::larger/gt-to-ge/1", ["3", "5"], "5 -2 3");
    check_output("src/main.rs::spread/eq-to-ne/1", ["3", "5"], "5 15 3");
    check_output("src/main.rs::spread/sub-to-add/1", ["3", "5"], "5 8 3");
    check_output("src/main.rs::spread/mul-to-div/1", ["3", "3"], "3 1 3");
    check_output(
        "src/main.rs::steps/literal-minus-one/1",
        ["3", "5"],
        "5 -2 3",
    );
    check_output("src/main.rs::steps/lt-to-le/1", ["3", "5"], "5 -2 4");
    check_output(
        "src/main.rs::steps/loop-bound-minus-one/1",
        ["3", "5"],
        "5 -2 2",
    );
    check_output(
        "src/main.rs::steps/literal-plus-one/2",
        ["3", "5"],
        "5 -2 4",
    );
}

/// The numbers of the mutants that were reached, and of those that were infected.
fn probe(arguments: [&str; 2]) -> (Vec<u32>, Vec<u32>, Run) {
    let run = fixture().run(&arguments, &[(protocol::PROBE, "reach")]);
    let reach = run.report.clone().unwrap().reach.unwrap();
    let numbers = || 1..=26;
    (
        numbers()
            .filter(|&number| reach.is_reached(number))
            .collect(),
        numbers()
            .filter(|&number| reach.is_infected(number))
            .collect(),
        run,
    )
}

#[track_caller]
fn check_probe(arguments: [&str; 2], not_reached: &[u32], not_infected: &[u32]) {
    let (reached, infected, run) = probe(arguments);
    let without = |left_out: &[u32]| -> Vec<u32> {
        (1..=26)
            .filter(|number| !left_out.contains(number))
            .collect()
    };
    assert_eq!(reached, without(not_reached));
    assert_eq!(infected, without(&[not_reached, not_infected].concat()));
    let plain = fixture().run(&arguments, &[]);
    assert_eq!((run.code, run.stdout), (plain.code, plain.stdout));
}

#[test]
fn reach_and_infection_are_as_worked_out_by_hand() {
    // 3 > 5, 3 == 5 and 3 >= 5 are all false. `i != n` stops where `i < n` does. 3 * 5 is not
    // computed.
    check_probe(["3", "5"], &[13], &[3, 4, 8, 9, 21]);
    // 2 > 2 is false like 2 < 2 and 2 != 2; 2 == 2 is true like 2 >= 2 and 2 <= 2; 2 - 2 is not
    // computed.
    check_probe(["2", "2"], &[14], &[6, 7, 8, 10, 21]);
    // 1 * 1 is 1 / 1.
    check_probe(["1", "1"], &[14], &[6, 7, 8, 10, 13, 21]);
    // 0 / 0 panics, which is a difference. The loop has no round, so 0 < 0 is asked once: false
    // like 0 > 0 and 0 != 0.
    check_probe(["0", "0"], &[14, 24, 25, 26], &[6, 7, 8, 10, 19, 21]);
}

#[test]
fn a_mutant_that_is_not_infected_has_the_output_of_the_original() {
    for arguments in [["3", "5"], ["2", "2"], ["0", "0"], ["-1", "7"]] {
        let (_, infected, _) = probe(arguments);
        let original = fixture().run(&arguments, &[]);
        for mutant in fixture().live() {
            if !infected.contains(&mutant.number) {
                assert_eq!(fixture().run_mutant(mutant, &arguments), original);
            }
        }
    }
}

#[test]
fn fuel_is_one_unit_per_round_of_a_loop() {
    let report = |fuel, is_out_of_fuel| Report {
        fuel,
        is_out_of_fuel,
        reach: None,
        checks: None,
    };
    let enough = fixture().run(&["3", "5"], &[(protocol::FUEL, "3")]);
    assert_eq!(
        (enough.code, enough.report),
        (Some(0), Some(report(3, false)))
    );
    let short = fixture().run(&["3", "5"], &[(protocol::FUEL, "2")]);
    let code = Some(protocol::OUT_OF_FUEL_CODE);
    assert_eq!((short.code, short.report), (code, Some(report(2, true))));
}

#[test]
fn an_endless_mutant_ends_by_fuel_and_says_so() {
    let mutant = fixture().mutant("src/main.rs::steps/add-assign-to-sub-assign/1");
    let run = fixture().run_mutant(mutant, &["3", "5"]);
    let report = run.report.unwrap();
    assert_eq!((report.fuel, report.is_out_of_fuel), (1_000_000, true));
    assert_eq!(run.code, Some(protocol::OUT_OF_FUEL_CODE));
}

#[test]
fn a_crash_still_leaves_a_report() {
    let mutant = fixture().mutant("src/main.rs::spread/mul-to-div/1");
    let run = fixture().run_mutant(mutant, &["0", "0"]);
    assert_eq!(run.code, Some(101));
    assert!(!run.report.unwrap().is_out_of_fuel);
}

#[test]
fn nonsense_in_the_environment_runs_nothing() {
    for (name, value) in [
        (protocol::MUTANT, "first"),
        (protocol::FUEL, "-1"),
        (protocol::PROBE, "everything"),
    ] {
        let run = fixture().run(&["3", "5"], &[(name, value)]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(87), ""));
    }
}

#[test]
fn weaving_again_finds_the_woven_program() {
    let fixture = fixture();
    let again = weave(&fixture.options, &|event| {
        assert_eq!(event, WeaveEvent::Cached)
    })
    .unwrap();
    assert!(again.was_cached);
    assert_eq!(again.binary, fixture.woven.binary);
    assert_eq!(again.digest, fixture.woven.digest);
    assert_eq!(again.mutants, fixture.woven.mutants);
}

#[test]
fn a_woven_program_that_was_replaced_or_cut_short_is_woven_again() {
    let fixture = Fixture::new("steps", &MutantClass::PAPERS, None);
    let built = fs::read(&fixture.woven.binary).unwrap();
    let whole = fixture.run(&["3", "5"], &[]);
    assert_eq!(whole.code, Some(0));
    for other in [&built[..built.len() / 2], b"#!/bin/sh\necho 9\n", b""] {
        fs::write(&fixture.woven.binary, other).unwrap();
        let again = weave(&fixture.options, &|_| ()).unwrap();
        assert!(!again.was_cached);
        assert_eq!(again.binary, fixture.woven.binary);
        assert_eq!(fixture.run(&["3", "5"], &[]), whole);
        assert!(weave(&fixture.options, &|_| ()).unwrap().was_cached);
    }
}

#[test]
fn a_plain_build_that_was_replaced_or_cut_short_is_built_again() {
    let options = &fixture().options;
    let binary = build_plain(options).unwrap();
    let built = fs::read(&binary).unwrap();
    let time = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let first = time(&binary);
    assert_eq!(build_plain(options).unwrap(), binary);
    assert_eq!(time(&binary), first);
    fs::write(&binary, &built[..built.len() / 2]).unwrap();
    assert_eq!(build_plain(options).unwrap(), binary);
    assert_eq!(fs::read(&binary).unwrap(), built);
}

#[test]
fn fewer_classes_make_fewer_mutants_with_the_same_ids() {
    let mut options = fixture().options.clone();
    options.classes = BTreeSet::from([MutantClass::Arithmetic]);
    let sites = find(&options).unwrap();
    let ids: Vec<&str> = sites
        .mutants
        .iter()
        .map(|mutant| mutant.id.0.as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "src/main.rs::spread/mul-to-div/1",
            "src/main.rs::spread/sub-to-add/1",
            "src/main.rs::steps/add-assign-to-sub-assign/1",
        ]
    );
}

#[test]
fn the_source_tree_is_as_it_was() {
    let fixture = fixture();
    let after = source_digest(&fixture.options.package).unwrap();
    assert_eq!(after, fixture.digest_before);
    // The digest leaves build results out.
    assert!(!fixture.options.package.join("target").exists());
}

#[test]
fn a_mutant_is_shown_as_a_diff() {
    let mutant = fixture().mutant("src/main.rs::spread/mul-to-div/1");
    let expected = "\
--- a/src/main.rs
+++ b/src/main.rs
@@ -18,7 +18,7 @@
 
 fn spread(a: i64, b: i64) -> i64 {
     if a == b {
-        return a * b;
+        return a / b;
     }
     a - b
 }
";
    assert_eq!(diff(&fixture().options, mutant).unwrap(), expected);
}
