//! Constructs that are hard to weave: everything compiles, and nothing but mutants changes.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod woven;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use killrate_model::{MutantClass, MutantStatus, protocol};
use killrate_mutator::{build_plain, build_single, source_digest};
use woven::{Fixture, Run, run};

fn fixture() -> &'static Fixture {
    static FIXTURE: OnceLock<Fixture> = OnceLock::new();
    FIXTURE.get_or_init(|| Fixture::new("awkward", &MutantClass::PAPERS, None))
}

#[test]
fn with_no_mutant_active_the_output_is_that_of_the_plain_build() {
    let plain = run(&build_plain(&fixture().options).unwrap(), &[], &[]);
    assert_eq!(plain.code, Some(0));
    assert_eq!(plain.stdout.lines().count(), 7);
    for settings in [vec![], vec![(protocol::PROBE, "reach")]] {
        let woven = fixture().run(&[], &settings);
        assert_eq!((woven.code, &woven.stdout), (plain.code, &plain.stdout));
    }
}

#[test]
fn the_candidates_are_these() {
    let mutants = fixture().woven.mutants.iter();
    let lines: Vec<String> = mutants
        .map(|mutant| {
            let mark = if mutant.is_thesis { "*" } else { " " };
            format!("{mark} {}: {} → {}", mutant.id, mutant.before, mutant.after)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_compiler_withdraws_these_and_says_why() {
    let mutants = fixture().woven.mutants.iter();
    let lines: Vec<String> = mutants
        .filter_map(|mutant| match &mutant.status {
            MutantStatus::Withdrawn { reason } => {
                Some(format!("{}: {}: {reason}", mutant.id, mutant.after))
            }
            MutantStatus::Woven => None,
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn these_places_are_skipped() {
    let lines: Vec<String> = fixture()
        .woven
        .skipped
        .iter()
        .map(|site| {
            let place = format!("{}:{}:{}", site.file, site.line, site.column);
            format!("{place} {}: {}", site.text, site.reason)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn ids_and_changes_are_unique_and_numbers_are_consecutive() {
    let mutants = &fixture().woven.mutants;
    let ids: BTreeSet<_> = mutants.iter().map(|mutant| &mutant.id).collect();
    let changes: BTreeSet<_> = mutants
        .iter()
        .map(|mutant| (&mutant.file, mutant.start, mutant.end, &mutant.after))
        .collect();
    let numbers: Vec<u32> = mutants.iter().map(|mutant| mutant.number).collect();
    assert_eq!((ids.len(), changes.len()), (mutants.len(), mutants.len()));
    assert_eq!(numbers, (1..=mutants.len() as u32).collect::<Vec<_>>());
}

#[test]
fn a_mutant_that_is_not_infected_has_the_output_of_the_original() {
    let original = fixture().run(&[], &[]);
    let probe = fixture().run(&[], &[(protocol::PROBE, "reach")]);
    let reach = probe.report.unwrap().reach.unwrap();
    let mut n_skippable = 0;
    for mutant in fixture().live() {
        let run = fixture().run_mutant(mutant, &[]);
        let is_alone = fixture().woven.alone.contains_key(&mutant.number);
        if !is_alone && !reach.is_infected(mutant.number) {
            n_skippable += 1;
            assert_eq!(run, original, "{}", mutant.id);
        }
    }
    assert!(n_skippable > 20, "only {n_skippable} mutants show anything");
}

#[test]
fn the_woven_mutant_does_what_the_traditionally_built_one_does() {
    for id in [
        "src/closures.rs::evens/rem-to-mul/1",
        "src/flow.rs::search/index-plus-one/1",
        "src/generics.rs::Cursor::moves/ne-to-eq/1",
        "src/generics.rs::Metres::add_assign/add-assign-to-sub-assign/1",
        "src/places.rs::Account::deposit/sub-assign-to-add-assign/1",
        "src/shapes/mod.rs::inline::half/div-to-mul/1",
    ] {
        let mutant = fixture().mutant(id);
        let single = build_single(&fixture().options, mutant).unwrap();
        let (woven, single) = (fixture().run_mutant(mutant, &[]), run(&single, &[], &[]));
        assert_eq!(
            (woven.code, woven.stdout),
            (single.code, single.stdout),
            "{id}"
        );
    }
}

#[test]
fn what_compiles_only_alone_is_a_program_of_its_own() {
    let alone = fixture().woven.alone.keys();
    let ids: Vec<&str> = alone
        .map(|&number| &*fixture().woven.mutants[number as usize - 1].id.0)
        .collect();
    assert_eq!(
        ids,
        [
            "src/constants.rs::primes/literal-minus-one/1",
            "src/constants.rs::primes/literal-plus-one/1",
            "src/constants.rs::primes/literal-minus-one/2",
            "src/constants.rs::primes/literal-plus-one/2",
            "src/constants.rs::primes/literal-minus-one/3",
            "src/constants.rs::primes/literal-plus-one/3",
        ]
    );
    let original = fixture().run(&[], &[]);
    let run = fixture().run_mutant(fixture().mutant(ids[1]), &[]);
    assert_eq!(
        run.stdout,
        original.stdout.replace("[2, 3, 5]", "[3, 3, 5]")
    );
    assert_ne!(run.stdout, original.stdout);
    // It has fuel like the woven program, and burns as much where it does the same.
    let fuel = |run: Run| run.report.unwrap().fuel;
    assert_eq!(fuel(run), fuel(original));
}

#[test]
fn a_closure_that_is_called_for_ever_ends_by_fuel() {
    let mutant = fixture().mutant("src/closures.rs::smallest_factor/eq-to-lt/1");
    let run = fixture().run_mutant(mutant, &[]);
    assert!(run.report.unwrap().is_out_of_fuel);
}

#[test]
fn a_loop_with_a_huge_bound_that_panics_at_once_is_a_crash() {
    let mutant = fixture().mutant("src/places.rs::total/range-end-minus-one/1");
    let run = fixture().run_mutant(mutant, &[]);
    assert_eq!(run.code, Some(101));
    assert!(!run.report.unwrap().is_out_of_fuel);
}

#[test]
fn the_source_tree_is_as_it_was() {
    let after = source_digest(&fixture().options.package).unwrap();
    assert_eq!(after, fixture().digest_before);
}
