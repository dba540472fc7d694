//! What two records do not share.

use std::fs;

use crate::fixture::{inconclusive, record, written};
use killrate_model::Verdict;
use killrate_record::{Difference, Record, compare};

#[track_caller]
fn check_differences(change: impl FnOnce(&mut Record), expected: &[&str]) {
    let (_first, first) = written(&record());
    let mut changed = record();
    change(&mut changed);
    let (_second, second) = written(&changed);
    let differences = compare(&first, &second).unwrap();
    let shown: Vec<String> = differences.iter().map(Difference::to_string).collect();
    assert_eq!(shown, expected);
}

#[test]
fn a_record_equals_itself() {
    check_differences(|_| {}, &[]);
}

#[test]
fn costs_never_count() {
    check_differences(
        |record| {
            record.costs[0].cpu_seconds = 99.0;
            record.costs[0].n_cached = 4;
        },
        &[],
    );
}

#[test]
fn a_verdict_that_changed_is_named_with_both_values() {
    check_differences(
        |record| record.verdicts[1].verdict = inconclusive(),
        &[
            "verdicts.parquet: tiny src/main.rs::less/lt-to-ge/1 metamorphic permute golf: \
             verdict was `violated`, is `inconclusive`",
            "verdicts.parquet: tiny src/main.rs::less/lt-to-ge/1 metamorphic permute golf: \
             cause was `relation-broken`, is `abnormal-end`",
            "verdicts.parquet: tiny src/main.rs::less/lt-to-ge/1 metamorphic permute golf: \
             detail was `row 3: `yes`, not `no``, is `the follow-up run was out of fuel`",
        ],
    );
}

#[test]
fn a_value_that_is_gone_is_nothing() {
    check_differences(
        |record| record.verdicts[2].verdict = Verdict::Satisfied,
        &[
            "verdicts.parquet: tiny src/main.rs::less/lt-to-ge/1 metamorphic permute golf \
             18446744073709551615: verdict was `inconclusive`, is `satisfied`",
            "verdicts.parquet: tiny src/main.rs::less/lt-to-ge/1 metamorphic permute golf \
             18446744073709551615: cause was `abnormal-end`, is nothing",
            "verdicts.parquet: tiny src/main.rs::less/lt-to-ge/1 metamorphic permute golf \
             18446744073709551615: detail was `the follow-up run was out of fuel`, is nothing",
        ],
    );
}

#[test]
fn rows_of_one_side_are_listed() {
    check_differences(
        |record| {
            record.verdicts.remove(0);
            record.skipped[0].property = crate::fixture::name("zoom");
        },
        &[
            "verdicts.parquet: tiny original metamorphic permute golf: only in the first record",
            "skipped.parquet: tiny metamorphic negate golf: only in the first record",
            "skipped.parquet: tiny metamorphic zoom golf: only in the second record",
        ],
    );
}

#[test]
fn facts_of_the_provenance_are_named_by_their_path() {
    check_differences(
        |record| {
            record.provenance.seed = 8;
            record.provenance.properties.pop();
            let subject = record.provenance.subjects.values_mut().next().unwrap();
            subject.n_made = 3;
        },
        &[
            "provenance.json: properties.0.name was `negate`, is `permute`",
            "provenance.json: properties.0.text was `if negate(train) then equal(predictions)`, \
             is `if permute(train) then equal(predictions)`",
            "provenance.json: properties.1.name was `permute`, is nothing",
            "provenance.json: properties.1.subject was `tiny`, is nothing",
            "provenance.json: properties.1.technique was `metamorphic`, is nothing",
            "provenance.json: properties.1.text was `if permute(train) then equal(predictions)`, \
             is nothing",
            "provenance.json: seed was `7`, is `8`",
            "provenance.json: subjects.tiny.n-made was `2`, is `3`",
        ],
    );
}

#[test]
fn a_damaged_record_is_an_error_and_not_a_difference() {
    let (_first, first) = written(&record());
    let (_second, second) = written(&record());
    fs::write(second.join("verdicts.parquet"), "").unwrap();
    assert!(
        compare(&first, &second)
            .unwrap_err()
            .to_string()
            .contains("verdicts.parquet")
    );
}
