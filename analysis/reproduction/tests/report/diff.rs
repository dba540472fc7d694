//! What changed between two records, worked out by hand.

use killrate_analysis::{Diff, diff};
use killrate_record::{Basis, LineRow, Record, SameCodeRow, write};
use killrate_reproduction::papers;
use tempfile::TempDir;

use crate::fixture::name;
use crate::made::{Case, made, record_of};
use crate::tables::check_tables;

fn compare(first: &Record, second: &Record, lists_verdicts: bool) -> Diff {
    let parent = TempDir::new().unwrap();
    let folders = ["first", "second"].map(|name| parent.path().join(name));
    write(&folders[0], first).unwrap();
    write(&folders[1], second).unwrap();
    let policy = papers(None).policy("thesis").unwrap();
    diff(&folders[0], &folders[1], policy, lists_verdicts).unwrap()
}

fn of(mutants: &'static str, cases: impl Into<Vec<Case>>) -> Record {
    record_of(&[made("c45", mutants, cases)])
}

fn permute(verdicts: &'static str) -> Case {
    ("metamorphic", "permute", "iris", verdicts)
}

#[test]
fn a_kill_that_is_lost_and_one_that_is_gained_are_told_apart() {
    let known: Case = ("partial-oracle", "known-output", "small", "1V 3.");
    let first = of("4c", [permute("3V 1."), known]);
    let second = of("4c", [permute("1. 3V"), known]);
    let found = compare(&first, &second, true);
    assert_eq!(found.n_differences, 2);
    // Four techniques with one case each judge the original and four mutants.
    check_tables(
        &found.report.tables,
        "What the records have:
         mutants            4  4  0 0 0
         reaches            4  4  0 0 0
         lines              0  0  0 0 0
         same_codes         0  0  0 0 0
         cases              4  4  0 0 0
         verdicts           20 20 0 0 2
         skipped_judgements 0  0  0 0 0
         Kills per technique, first and second:
         implicit       0/4 0/4 4 0 0 –
         metamorphic    3/4 3/4 4 1 1 p1.0000
         partial-oracle 1/4 1/4 4 0 0 p1.0000
         reference      4/4 4/4 4 0 0 –
         Kills per property, where they changed:
         metamorphic permute 3/4 3/4 4 1 1 p1.0000
         Mutants lost and gained:
         c45 metamorphic src/main.rs::main/0 lost
         c45 metamorphic src/main.rs::main/3 gained
         Verdicts that changed:
         c45 metamorphic permute iris satisfied violated_(relation-broken) 1 src/main.rs::main/3
         c45 metamorphic permute iris violated_(relation-broken) satisfied 1 src/main.rs::main/0
         Every verdict that changed:
         c45 src/main.rs::main/0 metamorphic permute iris – violated_(relation-broken) satisfied
         c45 src/main.rs::main/3 metamorphic permute iris – satisfied violated_(relation-broken)",
    );
    assert_eq!(
        found.report.sentences(),
        [
            "Verdicts: 2 of the 20 that both records have changed.",
            "c45: metamorphic killed 3 of 4 mutants, 75 % (95 % interval 30–95 %), before 3 of 4 mutants, \
             75 % (95 % interval 30–95 %); of the 4 mutants in both it lost 1 and gained 1: it may be \
             chance (p = 1.000).",
        ]
    );
}

#[test]
fn equal_records_say_the_same_whatever_made_them() {
    let first = of("2c", [permute("1V 1.")]);
    let mut second = first.clone();
    second.provenance.tool_version = "0.2.0".to_owned();
    second.costs.clear();
    let found = compare(&first, &second, false);
    assert_eq!(found.n_differences, 0);
    assert_eq!(found.report.sentences(), ["The records say the same."]);
    check_tables(
        &found.report.tables,
        "How the records were made:
         tool-version 0.1.0 0.2.0
         What the records have:
         mutants            2 2 0 0 0
         reaches            2 2 0 0 0
         lines              0 0 0 0 0
         same_codes         0 0 0 0 0
         cases              3 3 0 0 0
         verdicts           9 9 0 0 0
         skipped_judgements 0 0 0 0 0
         Kills per technique, first and second:
         implicit    0/2 0/2 2 0 0 –
         metamorphic 1/2 1/2 2 0 0 p1.0000
         reference   2/2 2/2 2 0 0 –",
    );
}

#[test]
fn rates_are_tested_on_the_mutants_of_both_and_corrected_for_all_techniques() {
    let first = of("8c", [permute("8V")]);
    let second = of(
        "9c",
        [permute("8. 1V"), ("metamorphic", "add", "iris", "9.")],
    );
    let found = compare(&first, &second, false);
    // 2 / 2⁸ for eight lost and none gained, times one: floor and ceiling are not tested.
    let of_techniques = &found.report.tables[1];
    check_tables(
        std::slice::from_ref(of_techniques),
        "Kills per technique, first and second:
         implicit    0/8 0/9 8 0 0 –
         metamorphic 8/8 1/9 8 8 0 p0.0078
         reference   8/8 9/9 8 0 0 –",
    );
    // One mutant in three cases, and `add` on the original and nine mutants.
    let headline = &found.report.sentences();
    assert_eq!(headline[0], "Mutants: 1 are in the second only.");
    assert_eq!(headline[1], "Reaches: 1 are in the second only.");
    assert_eq!(headline[2], "Cases: 1 are in the second only.");
    assert_eq!(
        headline[3],
        "Verdicts: 8 of the 27 that both records have changed, 13 are in the second only."
    );
    assert!(headline[4].ends_with("of the 8 mutants in both it lost 0 and gained 0."));
    assert!(headline[5].ends_with("it lost 8 and gained 0: more than chance (p = 0.008)."));
    assert_eq!(found.n_differences, 1 + 1 + 1 + 8 + 13);
}

/// What is told of a record of four mutants, and of the same with something changed.
#[track_caller]
fn check_change(change: impl FnOnce(&mut Record), n_differences: u64, expected: &[&str]) {
    let mut first = of("4c", [permute("3V 1.")]);
    first.lines.push(LineRow {
        subject: name("c45"),
        file: "src/main.rs".to_owned(),
        line: 3,
        data_set: name("study"),
        reached: true,
    });
    let mut second = first.clone();
    change(&mut second);
    let found = compare(&first, &second, false);
    assert_eq!(found.report.sentences(), expected);
    assert_eq!(
        (found.n_differences, found.is_empty()),
        (n_differences, false)
    );
}

const SAME_RATES: &str = "No technique kills more or fewer mutants than before.";

#[test]
fn a_mutant_that_is_reached_no_longer_is_a_difference() {
    check_change(
        |record| record.reach.iter_mut().for_each(|row| row.reached = false),
        4,
        &[
            "Reaches: 4 of the 4 that both records have changed.",
            "c45: implicit has no usable mutant in the second record.",
            "c45: metamorphic has no usable mutant in the second record.",
            "c45: reference has no usable mutant in the second record.",
        ],
    );
    check_change(
        |record| record.reach[0].infected = false,
        1,
        &[
            "Reaches: 1 of the 4 that both records have changed.",
            SAME_RATES,
        ],
    );
}

#[test]
fn a_mutant_that_is_the_papers_no_longer_is_a_difference() {
    check_change(
        |record| record.mutants[3].is_thesis = false,
        1,
        &[
            "Mutants: 1 of the 4 that both records have changed.",
            "c45: implicit killed 0 of 3 mutants, 0 % (95 % interval 0–56 %), before 0 of 4 mutants, 0 % \
             (95 % interval 0–49 %); of the 3 mutants in both it lost 0 and gained 0.",
            "c45: metamorphic killed 3 of 3 mutants, 100 % (95 % interval 44–100 %), before 3 of 4 mutants, \
             75 % (95 % interval 30–95 %); of the 3 mutants in both it lost 0 and gained 0: it may be \
             chance (p = 1.000).",
            "c45: reference killed 3 of 3 mutants, 100 % (95 % interval 44–100 %), before 4 of 4 mutants, \
             100 % (95 % interval 51–100 %); of the 3 mutants in both it lost 0 and gained 0.",
        ],
    );
}

#[test]
fn lines_codes_and_what_a_verdict_rests_on_are_facts_too() {
    check_change(
        |record| record.lines[0].reached = false,
        1,
        &[
            "Lines: 1 of the 1 that both records have changed.",
            SAME_RATES,
        ],
    );
    check_change(
        |record| {
            record.same_code.push(SameCodeRow {
                subject: name("c45"),
                mutant: record.mutants[0].mutant.clone(),
                same_as: None,
            });
        },
        1,
        &["Same codes: 1 are in the second only.", SAME_RATES],
    );
    check_change(
        |record| record.verdicts.last_mut().unwrap().basis = Basis::NotReached,
        1,
        &[
            "Verdicts: 1 of the 15 that both records have changed.",
            SAME_RATES,
        ],
    );
}

#[test]
fn a_technique_that_never_judged_is_told_from_one_that_is_unsound() {
    check_change(
        |record| {
            record
                .verdicts
                .retain(|row| row.technique.as_str() != "metamorphic")
        },
        6,
        &[
            "Cases: 1 are in the first only.",
            "Verdicts: 5 are in the first only.",
            "c45: metamorphic judged nothing in the second record.",
        ],
    );
}

#[test]
fn a_case_that_became_unsound_is_a_change_and_kills_no_longer() {
    let first = of("2c", [permute("2V")]);
    let second = of("2c", [permute("!2V")]);
    let found = compare(&first, &second, false);
    // The case, and the verdict on the original.
    assert_eq!(found.n_differences, 2);
    let told = "c45: metamorphic has no sound case in the second record.";
    assert!(
        found
            .report
            .sentences()
            .iter()
            .any(|sentence| sentence == told)
    );
}
