//! What a new property is worth, worked out by hand.

use killrate_analysis::{NewProperty, Report, new_property};
use killrate_record::{CostRow, write};
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
    write(&folder, &record_of(&[made("c45", mutants, cases)])).unwrap();
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
    let new = NewProperty {
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
            ("metamorphic", "reverse", "golf", "!6V"),
            ("partial-oracle", "known-output", "small", "5. 1V"),
        ],
    );
    check_tables(
        &report.tables,
        "The property on the original:
         golf – violated 0 row_3:_`yes`,_not_`no`
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
            "reverse: if reverse(train) then equal(predictions): sound in 1 of 2 cases, not on golf.",
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

#[test]
fn a_property_that_the_original_breaks_kills_nothing() {
    let report = worth("2c", [("metamorphic", "reverse", "iris", "!2V")]);
    assert_eq!(
        report.sentences()[0],
        "reverse: if reverse(train) then equal(predictions): not sound; the original itself breaks it in all \
         1 cases."
    );
    assert_eq!(
        report.sentences()[1..],
        [
            "Screening it took 14 executions of the original: 2 were known, 7 were run now, in 1.5 s of \
             processor time; no mutant was run."
        ]
    );
    let names: Vec<&str> = report.tables.iter().map(|table| table.name).collect();
    assert_eq!(names, ["soundness", "cost"]);
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
