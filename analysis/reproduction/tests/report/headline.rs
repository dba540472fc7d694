//! What the numbers come to in words.

use killrate_analysis::{Selection, analyse};
use killrate_model::{MutantId, Verdict};
use killrate_record::{Record, VariantId};
use killrate_reproduction::papers;

use crate::fixture::{record, written};

/// Expects the answer in short, if there is one, and what is said after the words that every answer has.
#[track_caller]
fn check(record: &Record, expected: &[&str]) {
    let (_parent, folder, published) = written(record);
    let policy = papers(None).policy("thesis").unwrap();
    let report = analyse(
        &[&folder],
        &papers(Some(&published)),
        policy,
        Selection::Main,
    )
    .unwrap();
    let sentences = report.sentences();
    let is_lead = |sentence: &String| sentence.starts_with("In short: ");
    let (lead, sentences) = sentences.split_at(usize::from(is_lead(&sentences[0])));
    let (first, sentences) = sentences.split_first_chunk::<3>().unwrap();
    assert!(first[0].starts_with("The subjects are the programs under study. A mutant is a copy"));
    assert!(
        first[1].contains(" mutants were made, and "),
        "{}",
        first[1]
    );
    assert!(first[2].ends_with("implicit is at 0 % and reference at 100 % by design."));
    let (sentences, last) = sentences.split_last_chunk::<2>().unwrap();
    assert!(last[0].starts_with("Executions that the ranked techniques need, each counted once: "));
    assert!(last[1].contains(" checks (a property on a data set) "));
    assert_eq!([lead, sentences].concat(), expected);
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
            "On c45, metamorphic killed as many as any: 4 of 6 mutants, 67 % (95 % interval 30–90 %).",
            "partial-oracle killed 4 of 6 mutants, 67 % (95 % interval 30–90 %). 1 fell to metamorphic and not \
             to partial-oracle, 1 the other way round, 3 to both, 1 to neither: the difference may be chance \
             (p = 1.000).",
            "The thesis (Murphy, 2010) has, with other code and other mutants: metamorphic 26/28 (93 %), partial-oracle \
             22/28 (79 %).",
            "The thesis's metamorphic properties, each a way to change an input: negate 3/6, add 2/6, permute 2/6, \
             multiply 1/6; that negate is before add may be chance (p = 1.000). The thesis: negate 23/28 (82 %), permute 13/28 (46 %), \
             add 4/28 (14 %), multiply 3/28 (11 %).",
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
            "In short: metamorphic killed most, 88 % of 16 mutants, before partial-oracle with 25 %; \
             its lead is more than chance.",
            "On c45, metamorphic killed most: 14 of 16 mutants, 88 % (95 % interval 64–97 %).",
            "partial-oracle killed 4 of 16 mutants, 25 % (95 % interval 10–49 %), 62.5 percentage points less. \
             11 fell to metamorphic and not to partial-oracle, 1 the other way round, 3 to both, 1 to neither: \
             the difference is more than chance (p = 0.006).",
            "The thesis (Murphy, 2010) has them in the same order, with other code and other mutants: metamorphic 26/28 (93 %), \
             partial-oracle 22/28 (79 %).",
            "The thesis's metamorphic properties, each a way to change an input: negate 13/16, add 2/16, permute \
             2/16, multiply 1/16; that negate is before add is more than chance (p = 0.014). The thesis: negate 23/28 (82 %), permute 13/28 (46 %), \
             add 4/28 (14 %), multiply 3/28 (11 %).",
        ],
    );
}

#[test]
fn one_technique_alone_wins_nothing() {
    let mut record = record();
    record
        .verdicts
        .retain(|row| row.technique.as_str() != "metamorphic");
    // Otherwise its properties would seem to apply nowhere.
    record
        .skipped
        .retain(|row| row.technique.as_str() != "metamorphic");
    check(
        &record,
        &[
            "On c45, partial-oracle is the only ranked technique; it killed 4 of 6 mutants, 67 % (95 % \
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
    let policy = papers(None).policy("thesis").unwrap();
    let report = analyse(
        &[&folder],
        &papers(Some(&published)),
        policy,
        Selection::Main,
    )
    .unwrap();
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
        &["On c45, no ranked technique judged a usable mutant, so there is nothing to compare."],
    );
}
