//! Mutants that the compiler makes the same code of, on functions where that is known.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod woven;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use killrate_model::{MutantClass, Variant};
use killrate_mutator::{SameCode, find_same_code, source_digest};
use woven::Fixture;

fn fixture() -> &'static (Fixture, Vec<SameCode>) {
    static FIXTURE: OnceLock<(Fixture, Vec<SameCode>)> = OnceLock::new();
    FIXTURE.get_or_init(|| {
        let fixture = Fixture::new("same", &MutantClass::PAPERS, None);
        let found = find_same_code(&fixture.options, &fixture.woven.mutants).unwrap();
        (fixture, found)
    })
}

/// What was found, by the function and operator of the mutants; `None` is none that is the same.
fn facts() -> BTreeMap<String, Option<String>> {
    let (fixture, found) = fixture();
    let name = |number: u32| {
        let id = &fixture.woven.mutants[number as usize - 1].id.0;
        id.trim_start_matches("src/main.rs::").to_owned()
    };
    found
        .iter()
        .map(|same| {
            let same_as = same.variant().map(|variant| match variant {
                Variant::Original => "the original".to_owned(),
                Variant::Mutant(number) => name(number),
            });
            (name(same.mutant), same_as)
        })
        .collect()
}

#[test]
fn mutants_that_change_nothing_are_the_original() {
    let facts = facts();
    let the_original = Some("the original".to_owned());
    // Multiplied or divided by one, with zero added or taken away; what is not zero is more.
    assert_eq!(facts["scaled/mul-to-div/1"], the_original);
    assert_eq!(facts["Row::shifted/add-to-sub/1"], the_original);
    assert_eq!(facts["is_some/gt-to-ne/1"], the_original);
}

#[test]
fn mutants_that_change_the_same_are_the_first_of_them() {
    // A number below 0 is none, so that at most 0 is 0.
    let facts = facts();
    let first = Some("is_some/gt-to-eq/1".to_owned());
    assert_eq!(
        (&facts["is_some/gt-to-eq/1"], &facts["is_some/gt-to-le/1"]),
        (&None, &first)
    );
}

#[test]
fn mutants_that_differ_are_not_the_same() {
    let facts = facts();
    // One more than nothing is more than nothing, which is told from more than one.
    let (fixture, _) = fixture();
    let is_more_than_one = fixture.mutant("src/main.rs::is_some/literal-plus-one/1");
    let run = fixture.run_mutant(is_more_than_one, &["1", "7"]);
    assert_eq!(run.stdout, "1 false 7\n");
    for id in [
        "scaled/literal-plus-one/1",
        "scaled/literal-minus-one/1",
        "is_some/gt-to-ge/1",
        "is_some/gt-to-lt/1",
        "is_some/literal-plus-one/1",
        "Row::shifted/literal-plus-one/1",
        "Row::shifted/index-plus-one/1",
    ] {
        assert_eq!(facts[id], None, "{id}");
    }
}

#[test]
fn generic_functions_and_those_that_call_themselves_are_not_compared() {
    let (fixture, found) = fixture();
    let is_live = |same: &SameCode| fixture.live().any(|live| live.number == same.mutant);
    assert!(found.iter().all(is_live));
    let compared = facts();
    let is_compared = |function: &str| compared.keys().any(|id| id.starts_with(function));
    assert!(is_compared("scaled/") && is_compared("main/"));
    assert!(!is_compared("largest/") && !is_compared("depth/"));
}

#[test]
fn the_same_code_does_the_same_when_woven() {
    let (fixture, found) = fixture();
    for same in found {
        let Some(same_as) = same.same_as else {
            continue;
        };
        for arguments in [["0", "7"], ["5", "0"], ["-3", "9"]] {
            let mutant = &fixture.woven.mutants[same.mutant as usize - 1];
            let run = fixture.run_mutant(mutant, &arguments);
            let expected = match same_as {
                0 => fixture.run(&arguments, &[]),
                other => {
                    let other = &fixture.woven.mutants[other as usize - 1];
                    fixture.run_mutant(other, &arguments)
                }
            };
            assert_eq!(
                (run.code, run.stdout),
                (expected.code, expected.stdout),
                "{}",
                mutant.id
            );
        }
    }
}

#[test]
fn the_answer_is_kept_and_the_source_tree_is_as_it_was() {
    let (fixture, found) = fixture();
    let again = find_same_code(&fixture.options, &fixture.woven.mutants).unwrap();
    assert_eq!(&again, found);
    let after = source_digest(&fixture.options.package).unwrap();
    assert_eq!(after, fixture.digest_before);
}
