//! The table that only some records have.

use std::fs;
use std::path::PathBuf;

use killrate_model::MutantId;
use killrate_record::{
    Record, RecordError, SameCodeRow, VariantId, compare, from_json_lines, read, to_json_lines,
    write,
};
use tempfile::TempDir;

use crate::fixture::{name, record, woven};

fn row(same_as: Option<VariantId>) -> SameCodeRow {
    let VariantId::Mutant(mutant) = woven() else {
        panic!("the woven variant is a mutant");
    };
    SameCodeRow {
        subject: name("tiny"),
        mutant,
        same_as,
    }
}

fn with_rows(rows: Vec<SameCodeRow>) -> Record {
    Record {
        same_code: rows,
        ..record()
    }
}

fn written(record: &Record) -> (TempDir, PathBuf) {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("record");
    write(&folder, record).unwrap();
    (parent, folder)
}

#[test]
fn the_table_is_there_when_it_has_rows_and_comes_back() {
    for same_as in [Some(VariantId::Original), None] {
        let record = with_rows(vec![row(same_as)]);
        let (_parent, folder) = written(&record);
        assert!(folder.join("same_code.parquet").is_file());
        assert_eq!(read(&folder).unwrap().same_code, record.same_code);
        let lines = to_json_lines(&record);
        assert_eq!(from_json_lines(&lines).unwrap(), record);
    }
}

#[test]
fn a_record_whose_study_did_not_ask_is_as_it_always_was() {
    let (_parent, folder) = written(&record());
    assert!(!folder.join("same_code.parquet").exists());
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    assert!(!sums.contains("same_code"));
    assert_eq!(read(&folder).unwrap().same_code, []);
}

#[test]
fn a_table_that_is_gone_or_damaged_is_noticed() {
    let (_parent, folder) = written(&with_rows(vec![row(None)]));
    let table = folder.join("same_code.parquet");
    fs::write(&table, b"PAR1").unwrap();
    assert!(matches!(read(&folder), Err(RecordError::Damaged { path, .. }) if path == table));
    fs::remove_file(&table).unwrap();
    let file = "same_code.parquet";
    assert!(
        matches!(read(&folder), Err(RecordError::MissingFile { file: found, .. }) if found == file)
    );
}

#[test]
fn records_that_differ_in_it_differ() {
    let (_first, first) = written(&with_rows(vec![row(Some(VariantId::Original))]));
    let (_second, second) = written(&record());
    let differences: Vec<String> = (compare(&first, &second).unwrap().iter())
        .map(ToString::to_string)
        .collect();
    let VariantId::Mutant(mutant) = woven() else {
        panic!("the woven variant is a mutant");
    };
    assert_eq!(
        differences,
        [format!(
            "same_code.parquet: tiny {mutant}: only in the first record"
        )]
    );
}

#[test]
fn a_row_of_a_mutant_that_is_not_woven_is_refused() {
    let mut unknown = row(None);
    unknown.mutant = MutantId("src/main.rs::none/lt-to-ge/9".to_owned());
    let parent = TempDir::new().unwrap();
    let error = write(&parent.path().join("record"), &with_rows(vec![unknown])).unwrap_err();
    assert!(matches!(
        error,
        RecordError::NotWoven {
            file: "same_code.parquet",
            ..
        }
    ));
}
