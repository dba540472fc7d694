//! Tables of what properties are worth and of how sure the ranking is, worked out by hand.
//!
//! Under the policy `thesis` the fixture's properties kill: permute c1 and o1, multiply a1, add c1 and
//! a1, negate c1, c2 and o1, permute-model c1 and o1; the partial oracle kills c1, a1, a2 and o1.

use killrate_model::MutantId;
use killrate_record::{SameCodeRow, VariantId, VerdictRow};

use crate::fixture::{name, record};
use crate::made::{Made, analysed, made, one, record_of};
use crate::tables::{check_tables, tables};

#[track_caller]
fn check(policy: &str, kind: &str, expected: &str) {
    check_tables(&tables(&record(), policy, kind), expected);
}

fn id(mutant: &str) -> MutantId {
    MutantId(format!("src/tree.rs::split/{mutant}/1"))
}

#[track_caller]
fn check_made(subjects: &[Made], kind: &str, expected: &str) {
    let report = analysed(&record_of(subjects), one(kind));
    check_tables(&report.tables, expected);
}

#[test]
fn a_mutant_is_shared_among_the_properties_that_kill_it() {
    // Property, killed, Shapley value (sums of 1/4, 1, 1/2 and 1/3 for c1, c2, a1 and o1), share of
    // the four mutants in percent, in the smallest set, place in the greedy one.
    check(
        "thesis",
        "contributions",
        "Contributions of properties, metamorphic:
         negate        3 1.5833333333333333 39.58333333333333  1 1
         add           2 0.75               18.75              0 –
         permute       2 0.5833333333333333 14.583333333333332 0 –
         permute-model 2 0.5833333333333333 14.583333333333332 0 –
         multiply      1 0.5                12.5               1 2",
    );
}

#[test]
fn the_smallest_set_is_named_and_said_to_be_proven() {
    let found = tables(&record(), "thesis", "contributions");
    assert_eq!(
        found[0].notes[1],
        "2 kill all 4 as well: multiply, negate; no fewer do. The greedy rule takes 2: negate, multiply."
    );
}

#[test]
fn more_properties_kill_more_on_average() {
    // The mutants have 4, 1, 2 and 3 killers among 5 properties. Two properties miss c2 in 6 of 10
    // choices, a1 in 3 and o1 in 1, and so on.
    let found = tables(&record(), "thesis", "curve");
    let rows: Vec<String> = found[0]
        .rows
        .iter()
        .map(|row| match &row[1] {
            killrate_analysis::Cell::Number { value, .. } => format!("{value:.9}"),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        rows,
        [
            "2.000000000",
            "3.000000000",
            "3.500000000",
            "3.800000000",
            "4.000000000"
        ]
    );
}

#[test]
fn dominators_are_the_mutants_that_fall_to_fewest_cases() {
    // c2 falls to negate alone and a2 to the partial oracle alone; each of the others falls to one of
    // these cases too.
    check(
        "thesis",
        "dominators",
        "Kills of dominators:
         metamorphic    4/6 1/2
         partial-oracle 4/6 1/2",
    );
}

#[test]
fn imitation_leaves_out_what_anybody_notices() {
    check(
        "thesis",
        "imitation",
        "Imitation of an oracle:
         metamorphic    4 0 6 66.66666666666666
         partial-oracle 4 0 6 66.66666666666666",
    );
    // Crashes of a3, a4 and o5 are the floor; the reference kills ten.
    check(
        "strict",
        "imitation",
        "Imitation of an oracle:
         metamorphic    8 3 10 71.42857142857143
         partial-oracle 7 3 10 57.14285714285714",
    );
}

#[test]
fn mutants_that_nothing_tells_apart_are_undecided() {
    check(
        "thesis",
        "equivalents",
        "Undecided mutants:
         metamorphic    4/6 0 66.66666666666666 66.66666666666666
         partial-oracle 4/6 0 66.66666666666666 66.66666666666666",
    );
    // o2, o3 and o4 change no output.
    check(
        "strict",
        "equivalents",
        "Undecided mutants:
         metamorphic    8/13 3 61.53846153846154 80
         partial-oracle 7/13 3 53.84615384615385 70",
    );
}

#[test]
fn a_technique_that_judged_a_part_of_the_mutants_has_no_bracket() {
    let mut record = record();
    let is_left_out = |row: &VerdictRow| {
        row.technique.as_str() == "partial-oracle" && row.variant == VariantId::Mutant(id("c1"))
    };
    record.verdicts.retain(|row| !is_left_out(row));
    // One of the three undecided mutants may be the one that it did not judge.
    check_tables(
        &tables(&record, "strict", "equivalents"),
        "Undecided mutants:
         metamorphic    8/13 3 61.53846153846154 80
         partial-oracle 6/12 3 – –",
    );
}

#[test]
fn mutants_of_the_originals_code_leave_the_denominator_and_each_code_counts_once() {
    let mut record = record();
    let same = |mutant: &str, same_as: Option<VariantId>| SameCodeRow {
        subject: name("c45"),
        mutant: id(mutant),
        same_as,
    };
    // Of the three that change no output, o2 is known to change nothing; c2 is c1 again, and only
    // metamorphic testing kills it.
    record.same_code = vec![
        same("o2", Some(VariantId::Original)),
        same("o3", None),
        same("c2", Some(VariantId::Mutant(id("c1")))),
    ];
    // Killed, of them the original's, another's, undecided; 8 and 7 of 12 at least, of 10 at most; of
    // the 11 without c2, 7 each.
    let expected = "Undecided mutants:
         metamorphic    8/13 1 1 2 66.66666666666666 80 63.63636363636363
         partial-oracle 7/13 1 1 2 58.333333333333336 70 63.63636363636363";
    check_tables(&tables(&record, "strict", "equivalents"), expected);
}

#[test]
fn a_mutant_of_the_originals_code_that_was_killed_is_pointed_out() {
    let mut record = record();
    record.same_code = vec![SameCodeRow {
        subject: name("c45"),
        mutant: id("c1"),
        same_as: Some(VariantId::Original),
    }];
    let found = tables(&record, "strict", "equivalents");
    assert!(found[0].notes[1].contains("1 of them were killed all the same"));
}

#[test]
fn effects_compare_cases_and_not_mutants() {
    // Kills per case: permute 2 and 1, multiply 1, add 1 and 1, negate 3, permute-model 2 and 1.
    check(
        "thesis",
        "effects",
        "Properties in pairs, case by case, metamorphic:
         permute  multiply      2 1 0.75
         permute  add           2 2 0.75
         permute  negate        2 1 0
         permute  permute-model 2 2 0.5
         multiply add           1 2 0.5
         multiply negate        1 1 0
         multiply permute-model 1 2 0.25
         add      negate        2 1 0
         add      permute-model 2 2 0.25
         negate   permute-model 1 2 1",
    );
}

const PARTIAL: (&str, &str, &str) = ("partial-oracle", "known-output", "small");
const PERMUTE: (&str, &str, &str) = ("metamorphic", "permute", "iris");

fn judged(
    subject: &'static str,
    mutants: &'static str,
    partial: &'static str,
    permute: &'static str,
) -> Made {
    let case =
        |(technique, property, data_set), verdicts| (technique, property, data_set, verdicts);
    made(
        subject,
        mutants,
        [case(PARTIAL, partial), case(PERMUTE, permute)],
    )
}

#[test]
fn a_ranking_that_turns_round_in_a_class_is_flagged() {
    check_made(
        &[judged("c45", "3c 1a", "3V 1.", "3. 1V")],
        "flips",
        "Rankings that turn round:
         class_arithmetic partial-oracle metamorphic 0/1 1/1",
    );
}

#[test]
fn a_ranking_that_holds_everywhere_is_not_flagged() {
    let record = record_of(&[judged("c45", "3c 1a", "3V 1V", "2. 1V 1.")]);
    let found = analysed(&record, one("flips")).tables;
    check_tables(&found, "Rankings that turn round:");
    assert!(found[0].notes[0].ends_with("None turns round."));
}

#[test]
fn a_tie_turns_nothing_round() {
    check_made(
        &[judged("c45", "1c 1a", "1V 1.", "1. 1V")],
        "flips",
        "Rankings that turn round:",
    );
}

#[test]
fn subjects_that_agree_leave_no_doubt_about_others() {
    check_made(
        &[
            judged("c45", "4c", "1V 3.", "2V 2."),
            judged("svm", "4c", "1V 3.", "2V 2."),
        ],
        "uncertainty",
        "Totals with whole subjects drawn again:
         metamorphic    4/8 50 50 –  –  –
         partial-oracle 2/8 25 25 25 25 25",
    );
}

#[test]
fn two_subjects_that_disagree_leave_everything_open() {
    // In a quarter of the draws both are c45, in another both are svm.
    check_made(
        &[
            judged("c45", "4c", "4.", "4V"),
            judged("svm", "4c", "1V 3.", "4."),
        ],
        "uncertainty",
        "Totals with whole subjects drawn again:
         metamorphic    4/8 0 100 –    –   –
         partial-oracle 1/8 0 25  37.5 -25 100",
    );
}

#[test]
fn one_subject_says_nothing_about_others() {
    check_made(&[judged("c45", "4c", "4.", "4V")], "uncertainty", "");
}
