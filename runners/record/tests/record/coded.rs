//! Columns of verdicts by numbers.

use std::error::Error as _;

use killrate_model::Verdict;
use killrate_record::{Basis, Coded, RecordFolder, VariantId, columns, open};

use crate::fixture::{WOVEN, record, verdict, violated, woven, written};

fn opened() -> (tempfile::TempDir, RecordFolder) {
    let (parent, folder) = written(&record());
    let folder = open(&folder).unwrap();
    (parent, folder)
}

/// The values of a column in their order, `-` where cells are empty, and the place of every row.
#[track_caller]
fn check(column: &str, values: &[&str], places: &[u32]) {
    let (_parent, folder) = opened();
    let coded = folder.verdict_names(column).unwrap();
    let found: Vec<&str> = coded
        .values
        .iter()
        .map(|value| value.as_deref().unwrap_or("-"))
        .collect();
    assert_eq!(
        (found.as_slice(), coded.places.as_slice()),
        (values, places)
    );
}

#[test]
fn names_are_listed_once_and_in_order() {
    check(columns::SUBJECT, &["tiny"], &[0, 0, 0]);
    check(columns::VARIANT, &["original", WOVEN], &[0, 1, 1]);
    check(
        columns::VERDICT,
        &["inconclusive", "satisfied", "violated"],
        &[1, 2, 0],
    );
}

#[test]
fn empty_cells_are_a_value_of_their_own_and_come_first() {
    check(
        columns::CAUSE,
        &["-", "abnormal-end", "relation-broken"],
        &[0, 2, 1],
    );
}

#[test]
fn seeds_are_read_as_they_were_written() {
    let (_parent, folder) = opened();
    let expected = Coded {
        values: vec![None, Some(u64::MAX)],
        places: vec![0, 0, 1],
    };
    assert_eq!(folder.verdict_seeds().unwrap(), expected);
}

#[test]
fn only_the_wanted_evidence_is_read() {
    let (_parent, folder) = opened();
    let details = folder.verdict_details(|row| row < 2).unwrap();
    assert_eq!(details, [(1, "row 3: `yes`, not `no`".to_owned())]);
}

#[test]
fn a_column_that_is_not_there_or_has_no_names_is_damage() {
    let (_parent, folder) = opened();
    for column in ["planet", columns::SEED] {
        let error = folder.verdict_names(column).unwrap_err();
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(
            cause,
            format!("it has no column `{column}` of the right type")
        );
    }
}

/// More rows than are read at once, with empty cells among them.
#[test]
fn long_columns_are_read_whole() {
    let mut record = record();
    record.verdicts.clear();
    for seed in 0..20_000 {
        let said = match seed % 3 {
            0 => violated(&format!("row {seed}")),
            _ => Verdict::Satisfied,
        };
        record
            .verdicts
            .push(verdict(woven(), Some(seed), said, Basis::Run));
    }
    let original = verdict(VariantId::Original, None, Verdict::Satisfied, Basis::Run);
    record.verdicts.push(original);
    let (_parent, folder) = written(&record);
    let folder = open(&folder).unwrap();
    let seeds = folder.verdict_seeds().unwrap();
    assert_eq!(seeds.places, (0..=20_000).collect::<Vec<u32>>());
    let causes = folder.verdict_names(columns::CAUSE).unwrap();
    let violated: Vec<usize> = (0..=20_000)
        .filter(|&row| causes.places[row] == 1)
        .collect();
    assert_eq!(violated, (1..=20_000).step_by(3).collect::<Vec<usize>>());
    let details = folder.verdict_details(|row| row > 19_990).unwrap();
    assert_eq!(
        details,
        [19_993, 19_996, 19_999].map(|row| (row, format!("row {}", row - 1)))
    );
}

#[track_caller]
fn check_verdict(verdict: &str, cause: Option<&str>, basis: &str, expected: Option<&str>) {
    let (_parent, folder) = opened();
    let checked = folder.check_verdict(Some(verdict), cause, Some(basis));
    let cause = checked
        .err()
        .and_then(|error| Some(error.source()?.to_string()));
    assert_eq!(cause.as_deref(), expected);
}

#[test]
fn a_verdict_that_no_record_has_is_damage() {
    check_verdict("satisfied", None, "run", None);
    check_verdict("satisfied", Some("tolerance"), "not-infected", None);
    check_verdict("violated", Some("crashed"), "run", None);
    check_verdict(
        "maybe",
        None,
        "run",
        Some("there is no such value as `maybe`"),
    );
    check_verdict(
        "satisfied",
        Some("crashed"),
        "run",
        Some("there is no such value as `satisfied (crashed)`"),
    );
    check_verdict(
        "violated",
        Some("bored"),
        "run",
        Some("there is no such value as `bored`"),
    );
    check_verdict(
        "violated",
        None,
        "run",
        Some("a cell has another type: null"),
    );
    check_verdict(
        "violated",
        Some("crashed"),
        "hope",
        Some("there is no such value as `hope`"),
    );
}
