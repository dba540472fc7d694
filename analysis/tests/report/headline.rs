//! What the numbers come to in words.

use killrate_analysis::{Policy, Selection, analyse};
use killrate_model::{MutantId, Verdict};
use killrate_record::{Record, VariantId};

use crate::fixture::{record, written};

#[track_caller]
fn check(record: &Record, expected: &[&str]) {
    let (_parent, folder, published) = written(record);
    let policy = Policy::named("thesis").unwrap();
    let report = analyse(&folder, Some(&published), policy, Selection::Main).unwrap();
    let sentences = report.sentences();
    let (mutant, sentences) = sentences.split_first().unwrap();
    assert!(mutant.starts_with("A mutant is a program with one small fault put in"));
    let (alarms, sentences) = sentences.split_last().unwrap();
    assert!(alarms.contains(" pairs of a property and a data set accuse"));
    assert_eq!(sentences, expected);
}

/// The mutant c2, which only metamorphic testing finds, this many times.
fn with_copies_of_c2(n_copies: u32) -> Record {
    let mut record = record();
    let is_c2 = |id: &str| id == "src/tree.rs::split/c2/1";
    let mutant = record
        .mutants
        .iter()
        .find(|row| is_c2(&row.mutant.0))
        .unwrap()
        .clone();
    let reach: Vec<_> = record
        .reach
        .iter()
        .filter(|row| is_c2(&row.mutant.0))
        .cloned()
        .collect();
    let verdicts: Vec<_> = record
        .verdicts
        .iter()
        .filter(|row| is_c2(row.variant.as_str()))
        .cloned()
        .collect();
    for number in 100..100 + n_copies {
        let id = MutantId(format!("src/tree.rs::split/c2/{number}"));
        record.mutants.push(killrate_record::MutantRow {
            mutant: id.clone(),
            number,
            ..mutant.clone()
        });
        record
            .reach
            .extend(reach.iter().cloned().map(|row| killrate_record::ReachRow {
                mutant: id.clone(),
                ..row
            }));
        record.verdicts.extend(
            verdicts
                .iter()
                .cloned()
                .map(|row| killrate_record::VerdictRow {
                    variant: VariantId::Mutant(id.clone()),
                    ..row
                }),
        );
    }
    record
}

#[test]
fn a_small_difference_is_not_called_a_win() {
    check(
        &record(),
        &[
            "c45: metamorphic killed as many as any, 4 of 6 mutants (67 %, 95 % interval 30–90 %). \
             Among these, in the thesis it was metamorphic, 26/28.",
            "partial-oracle killed 4 of 6 mutants (67 %, 95 % interval 30–90 %); 1 fell to \
             metamorphic alone, 1 to partial-oracle alone: it may be chance (p = 1.000).",
            "Of the thesis's properties negate killed most, 3 of 6 mutants (50 %, 95 % interval \
             19–81 %), perhaps by chance before add, 2/6 (p = 1.000). Among these, in the thesis it was negate, \
             23/28.",
            "With them the data set golf killed fewest, 1 of 6 mutants (17 %, 95 % interval \
             3–56 %), and iris most, 4/6. Among these, in the thesis it was golf, 3/28.",
        ],
    );
}

#[test]
fn a_large_difference_is_called_more_than_chance() {
    // The techniques: 11 to 1, so twice 13 of 4096. Negate and add: 12 to 1, so twice 14 of 8192, and
    // Holm multiplies by 4, because two of the six pairs of properties have smaller p-values.
    check(
        &with_copies_of_c2(10),
        &[
            "c45: metamorphic killed most, 14 of 16 mutants (88 %, 95 % interval 64–97 %). Among these, in the \
             thesis it was metamorphic, 26/28.",
            "partial-oracle killed 4 of 16 mutants (25 %, 95 % interval 10–49 %), 63 points fewer; \
             11 fell to metamorphic alone, 1 to partial-oracle alone: more than chance (p = 0.006).",
            "Of the thesis's properties negate killed most, 13 of 16 mutants (81 %, 95 % interval \
             57–93 %), clearly before add, 2/16 (p = 0.014). Among these, in the thesis it was negate, 23/28.",
            "With them the data set golf killed fewest, 1 of 16 mutants (6 %, 95 % interval \
             1–28 %), and iris most, 14/16. Among these, in the thesis it was golf, 3/28.",
        ],
    );
}

#[test]
fn one_technique_alone_wins_nothing() {
    let mut record = record();
    record
        .verdicts
        .retain(|row| row.technique.as_str() != "metamorphic");
    check(
        &record,
        &[
            "c45: partial-oracle is the only ranked technique; it killed 4 of 6 mutants (67 %, 95 % \
           interval 30–90 %).",
        ],
    );
}

#[test]
fn a_record_without_mutants_is_about_the_originals() {
    let mut record = record();
    record.mutants.clear();
    record.reach.clear();
    record
        .verdicts
        .retain(|row| row.variant == VariantId::Original);
    let (_parent, folder, published) = written(&record);
    let policy = Policy::named("thesis").unwrap();
    let report = analyse(&folder, Some(&published), policy, Selection::Main).unwrap();
    assert_eq!(
        report.sentences(),
        [
            "The record has no mutants, so there is nothing to kill: it tells whether the original programs do what \
             is expected of them. They do in 13/14 cases; the table `unsound` lists the others."
        ]
    );
    let techniques = report
        .tables
        .iter()
        .find(|table| table.name == "techniques");
    assert_eq!(
        techniques.unwrap().notes[0],
        "No mutant of `c45` is used under the policy `thesis`, so there is nothing to kill."
    );
}

#[test]
fn without_a_usable_mutant_there_is_nothing_to_compare() {
    let mut record = record();
    for row in &mut record.verdicts {
        if row.variant != VariantId::Original {
            row.verdict = Verdict::Satisfied;
        }
    }
    check(
        &record,
        &["c45: no ranked technique judged a usable mutant, so there is nothing to compare."],
    );
}
