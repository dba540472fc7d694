//! Small matrices of each tool, and what becomes of every cell.

#![expect(
    clippy::unwrap_used,
    reason = "in a test a panic is the report; clippy knows only functions marked as tests"
)]

mod elements;
mod major;
mod major_kill_details;
mod originals;
mod pit;
mod tidy;
mod variants;

use std::collections::{BTreeMap, BTreeSet};

use killrate_import::{ImportError, ImportOptions, SUITE};
use killrate_model::{MutantClass, MutantStatus, StudyName, SubjectName, Verdict};
use killrate_record::{Basis, Record, VariantId, VerdictRow};

pub(crate) fn options() -> ImportOptions {
    ImportOptions {
        subject: SubjectName::new("program").unwrap(),
        study: StudyName::new("theirs").unwrap(),
    }
}

/// Writes the record, which checks that its rows fit together, and shows the matrix: per test the
/// letters of the original and of every mutant, by number.
///
/// `.` satisfied, `n` satisfied because it is not reached, `-` not judged; a violation is the first
/// letter of its cause, an inconclusive verdict `?`.
#[track_caller]
pub(crate) fn check(record: &Result<Record, ImportError>, expected: &[&str]) {
    let record = record.as_ref().unwrap();
    let folder = tempfile::tempdir().unwrap();
    killrate_record::write(&folder.path().join("record"), record).unwrap();
    let n_mutants = record.mutants.len();
    let mut lines: BTreeMap<String, Vec<char>> = BTreeMap::new();
    for row in &record.verdicts {
        let place = match &row.variant {
            VariantId::Original => 0,
            VariantId::Mutant(id) => {
                let known = record.mutants.iter().find(|row| row.mutant == *id).unwrap();
                known.number as usize
            }
        };
        let letter = match (&row.verdict, row.basis) {
            (Verdict::Satisfied, Basis::Run) => '.',
            (Verdict::Satisfied, _) => 'n',
            (Verdict::Violated(evidence), _) => evidence.cause.name().chars().next().unwrap(),
            _ => '?',
        };
        let label = format!("{} {}", row.technique, row.property);
        let line = lines.entry(label);
        line.or_insert_with(|| vec!['-'; n_mutants + 1])[place] = letter;
    }
    let lines: Vec<String> = lines
        .into_iter()
        .map(|(label, letters)| format!("{label} {}", letters.into_iter().collect::<String>()))
        .collect();
    assert_eq!(lines, expected);
}

pub(crate) fn ids(record: &Record) -> Vec<&str> {
    let ids = record.mutants.iter().map(|row| row.mutant.0.as_str());
    ids.collect()
}

pub(crate) fn classes(record: &Record) -> Vec<MutantClass> {
    record.mutants.iter().map(|row| row.class).collect()
}

/// What the record keeps of the tests' own names.
#[track_caller]
pub(crate) fn check_texts(record: &Result<Record, ImportError>, expected: &[(&str, &str)]) {
    let properties = &record.as_ref().unwrap().provenance.properties;
    let texts: Vec<(&str, &str)> = { properties.iter() }
        .map(|known| (known.name.as_str(), known.text.as_str()))
        .collect();
    assert_eq!(texts, expected);
}

/// How many mutants a test of the suite judges, and how many it detects.
#[track_caller]
pub(crate) fn check_score(
    record: &Result<Record, ImportError>,
    n_detected: usize,
    n_judged: usize,
) {
    let record = record.as_ref().unwrap();
    let of_suite = { record.verdicts.iter() }
        .filter(|row| row.technique.as_str() == SUITE && row.variant != VariantId::Original);
    let violated = |row: &&VerdictRow| matches!(row.verdict, Verdict::Violated(_));
    let mutants = |rows: Vec<&VerdictRow>| {
        let mutants: BTreeSet<&str> = rows.iter().map(|row| row.variant.as_str()).collect();
        mutants.len()
    };
    let judged: Vec<&VerdictRow> = of_suite.collect();
    let detected: Vec<&VerdictRow> = judged.iter().copied().filter(violated).collect();
    assert_eq!((mutants(detected), mutants(judged)), (n_detected, n_judged));
}

/// The reasons of the mutants that are withdrawn.
pub(crate) fn reasons(record: &Record) -> Vec<&str> {
    let statuses = record.mutants.iter().map(|row| &row.status);
    statuses
        .filter_map(|status| match status {
            MutantStatus::Withdrawn { reason } => Some(reason.as_str()),
            MutantStatus::Woven => None,
        })
        .collect()
}

#[track_caller]
pub(crate) fn check_error(record: Result<Record, ImportError>, expected: &str) {
    assert_eq!(record.unwrap_err().to_string(), expected);
}
