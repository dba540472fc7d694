//! What a new property is worth, worked out by hand.

use killrate_analysis::{NewProperty, Report, new_property};
use killrate_model::Soundness;
use killrate_record::{CostRow, VariantId, write};
use killrate_reproduction::papers;
use tempfile::TempDir;

use crate::fixture::name;
use crate::made::{Case, made, record_of};
use crate::tables::check_tables;

fn worth(mutants: &'static str, cases: impl Into<Vec<Case>>) -> Report {
    worth_beside(mutants, cases, &[])
}

fn worth_beside(mutants: &'static str, cases: impl Into<Vec<Case>>, same_as: &[&str]) -> Report {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("record");
    let cost = CostRow {
        subject: name("c45"),
        technique: name("metamorphic"),
        n_asked: 24,
        n_distinct: 14,
        n_saved: 5,
        n_cached: 2,
        n_run: 7,
        cpu_seconds: 1.5,
    };
    let record = record_of(&[made("c45", mutants, cases)]);
    write(&folder, &record).unwrap();
    let on_original = record
        .verdicts
        .iter()
        .filter(|row| row.variant == VariantId::Original && row.property.as_str() == "reverse");
    let new = NewProperty {
        soundness: Soundness::of(on_original.map(|row| &row.verdict)),
        subject: "c45",
        technique: "metamorphic",
        property: "reverse",
        text: "reverse: if reverse(train) then equal(predictions)",
        same_as,
        cost: &cost,
    };
    new_property(
        &folder,
        &papers(None),
        papers(None).policy("thesis").unwrap(),
        &new,
    )
    .unwrap()
}

/// `reverse` kills the mutants 0, 3 and 5; `permute` 0 to 2, `add` 2 and 3; nobody kills 4.
#[test]
fn a_property_is_worth_what_it_kills_and_what_it_adds() {
    let report = worth(
        "6c",
        [
            ("metamorphic", "permute", "iris", "3V 3."),
            ("metamorphic", "add", "iris", "2. 2V 2."),
            ("metamorphic", "reverse", "iris", "1V 2. 1V 1. 1V"),
            ("partial-oracle", "known-output", "small", "5. 1V"),
        ],
    );
    check_tables(
        &report.tables,
        "The property on the original:
         iris – satisfied 1
         Kills by data set and class:
         iris        3/6 3/6
         any_of_them 3/6 3/6
         All properties, with the new one:
         permute 0 3 1 2 40
         reverse 1 3 1 2 40
         add     0 2 0 1 20
         The new property beside each other one:
         permute 1 2 2 0 p1.0000
         add     1 2 1 0 p1.0000
         Mutants that no other property kills:
         src/main.rs::main/5 comparison 6 a_<_b a_>=_b partial-oracle
         What the property takes:
         24 14 5 2 7 1.5 3",
    );
    assert_eq!(
        report.sentences(),
        [
            "reverse: if reverse(train) then equal(predictions): sound in all 1 cases.",
            "It killed 3 of 6 mutants, 50 % (95 % interval 19–81 %).",
            "Of 3 properties it would rank 1st to 2nd (tied with permute) by kills and by Shapley value, 2.0 of \
             the 5 mutants that all of them kill.",
            "It adds 1 to the 4 mutants that the other properties kill; 0 of these no other technique kills \
             either.",
            "No single other property makes it redundant; permute comes nearest, with 1 of its 3 kills.",
            "It takes 14 executions: 5 need no run, 2 were known, 7 were run now, in 1.5 s of processor time, \
             3.0 runs per kill.",
        ]
    );
}

#[test]
fn a_property_that_another_covers_is_called_redundant() {
    let report = worth(
        "3c",
        [
            ("metamorphic", "permute", "iris", "2V 1."),
            ("metamorphic", "reverse", "iris", "1V 2."),
        ],
    );
    let alone =
        "No mutant falls to it alone: the other properties together kill all that it kills.";
    assert_eq!(report.sentences()[3], alone);
    let redundant = "It is redundant: permute kills every mutant that it kills.";
    assert_eq!(report.sentences()[4], redundant);
}

/// By kills `reverse` shares the first place with `add`; `permute` kills less, but what nobody else
/// does.
#[test]
fn ties_in_kills_and_in_value_are_told_apart() {
    let report = worth(
        "5c",
        [
            ("metamorphic", "permute", "iris", "3. 2V"),
            ("metamorphic", "add", "iris", "3V 2."),
            ("metamorphic", "reverse", "iris", "3V 2."),
        ],
    );
    assert_eq!(
        report.sentences()[2],
        "Of 3 properties it would rank 1st to 2nd (tied with add) by kills and 2nd to 3rd (tied with add) by \
         Shapley value, 1.5 of the 5 mutants that all of them kill."
    );
}

#[test]
fn a_property_under_another_name_is_called_the_same() {
    let report = worth_beside(
        "3c",
        [
            ("metamorphic", "add", "iris", "3V"),
            ("metamorphic", "again", "iris", "2V 1."),
            ("metamorphic", "permute", "iris", "2V 1."),
            ("metamorphic", "reverse", "iris", "2V 1."),
        ],
        &["again", "permute"],
    );
    let sentences = report.sentences();
    assert_eq!(
        sentences[1],
        "It is the same property as again and permute."
    );
    let redundant =
        "It is redundant: each of permute, add and again kills every mutant that it kills.";
    assert_eq!(sentences[5], redundant);
}

#[track_caller]
fn check_refuted(cases: &[Case], expected: &str) {
    let report = worth("2c", cases);
    let sentences = report.sentences();
    let claim = "reverse: if reverse(train) then equal(predictions)";
    assert_eq!(
        sentences[0],
        format!("{claim}: refuted; the original itself breaks it in {expected}.")
    );
    assert_eq!(
        sentences[1..],
        [
            "On golf: row 3: `yes`, not `no`. So it is not ranked, and it judged no mutant.",
            "Screening it took 14 executions of the original: 2 were known, 7 were run now, in 1.5 s of \
             processor time; no mutant was run."
        ]
    );
    let names: Vec<&str> = report.tables.iter().map(|table| table.name).collect();
    assert_eq!(names, ["soundness", "cost"]);
}

#[test]
fn a_property_that_the_original_breaks_somewhere_has_no_worth() {
    let broken = ("metamorphic", "reverse", "golf", "!2V");
    check_refuted(&[broken], "1 of 1 cases, on golf");
    // What it would kill where it happens to hold is not told either.
    check_refuted(
        &[
            ("metamorphic", "permute", "iris", "1V 1."),
            ("metamorphic", "reverse", "iris", "2V"),
            broken,
            ("metamorphic", "reverse", "wine", "!2V"),
        ],
        "2 of 3 cases, on golf, wine",
    );
}

#[test]
fn a_property_that_kills_nothing_has_a_rate_of_zero_and_no_share() {
    let report = worth("2c", [("metamorphic", "reverse", "iris", "2.")]);
    assert_eq!(
        report.sentences()[1..3],
        [
            "It killed 0 of 2 mutants, 0 % (95 % interval 0–66 %).",
            "There is no other property to rank it with.",
        ]
    );
    assert!(report.sentences()[3].starts_with("It takes 14 executions"));
}
