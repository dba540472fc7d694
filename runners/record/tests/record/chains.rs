//! The table of records in which a technique tried chains of properties.

use std::path::PathBuf;

use killrate_model::MutantId;
use killrate_record::{
    ChainRow, Record, RecordError, VariantId, compare, from_json_lines, read, to_json_lines, write,
};
use tempfile::TempDir;

use crate::fixture::{name, record, woven};

fn row(variant: VariantId, depth: u32) -> ChainRow {
    ChainRow {
        subject: name("tiny"),
        variant,
        technique: name("iterative"),
        property: name("rounds-2"),
        data_set: name("golf"),
        seed: Some(1),
        depth,
        n_candidates: 16,
        n_left_out: 0,
        n_infeasible: 1,
        n_repeated: 2,
        n_tests: 13,
        n_unanswered: 0,
        n_violated: 1,
        n_failed: 1,
        failing: Some("a, b; b, a".to_owned()),
    }
}

fn record_without_rows() -> Record {
    with_rows(Vec::new())
}

fn with_rows(chains: Vec<ChainRow>) -> Record {
    Record { chains, ..record() }
}

fn written(record: &Record) -> (TempDir, PathBuf) {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("record");
    write(&folder, record).unwrap();
    (parent, folder)
}

#[test]
fn the_table_is_there_when_it_has_rows_and_comes_back() {
    let quiet = ChainRow {
        failing: None,
        ..row(VariantId::Original, 1)
    };
    let record = with_rows(vec![quiet, row(VariantId::Original, 2), row(woven(), 1)]);
    let (_parent, folder) = written(&record);
    assert_eq!(read(&folder).unwrap().chains, record.chains);
    let lines = to_json_lines(&record);
    assert_eq!(from_json_lines(&lines).unwrap(), record);

    let (_parent, folder) = written(&record_without_rows());
    assert!(!folder.join("chains.parquet").exists());
    assert_eq!(read(&folder).unwrap().chains, []);
}

#[test]
fn records_that_differ_in_it_differ() {
    let other = ChainRow {
        n_violated: 0,
        ..row(woven(), 1)
    };
    let (_first, first) = written(&with_rows(vec![row(woven(), 1)]));
    let (_second, second) = written(&with_rows(vec![other]));
    let differences: Vec<String> = (compare(&first, &second).unwrap().iter())
        .map(ToString::to_string)
        .collect();
    let variant = woven();
    assert_eq!(
        differences,
        [format!(
            "chains.parquet: tiny {} iterative rounds-2 golf 1 1: n_violated was `1`, is `0`",
            variant.as_str()
        )]
    );
}

#[test]
fn a_row_of_a_mutant_that_is_not_woven_is_refused() {
    let unknown = VariantId::Mutant(MutantId("src/main.rs::none/lt-to-ge/9".to_owned()));
    let parent = TempDir::new().unwrap();
    let record = with_rows(vec![row(unknown, 1)]);
    let error = write(&parent.path().join("record"), &record).unwrap_err();
    assert!(matches!(
        error,
        RecordError::NotWoven {
            file: "chains.parquet",
            ..
        }
    ));
}
