//! What a record that cannot be used says.

use std::error::Error as _;
use std::fs;
use std::path::Path;

use crate::fixture::{record, written};
use killrate_record::{RecordError, open, read, read_columns};

/// Breaks a good record and compares the messages, causes included, with `F` for the folder.
#[track_caller]
fn check_error(damage: impl FnOnce(&Path), expected: &[&str]) {
    let (_parent, folder) = written(&record());
    damage(&folder);
    let error = read(&folder).unwrap_err();
    let mut messages = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        messages.push(error.to_string());
        cause = error.source();
    }
    let path = folder.to_str().unwrap();
    let messages: Vec<String> = messages
        .iter()
        .map(|text| text.replace(path, "F"))
        .collect();
    assert_eq!(messages, expected);
}

#[test]
fn a_good_record_opens() {
    let (_parent, folder) = written(&record());
    assert_eq!(open(&folder).unwrap().provenance().seed, 7);
}

#[test]
fn an_absent_record_says_how_to_make_one() {
    check_error(
        |folder| fs::remove_dir_all(folder).unwrap(),
        &["there is no record at `F`; run its study first"],
    );
}

#[test]
fn a_missing_file_is_named() {
    check_error(
        |folder| fs::remove_file(folder.join("reach.parquet")).unwrap(),
        &["the record `F` has no `reach.parquet`; run its study again to write it whole"],
    );
}

#[test]
fn another_format_is_not_mistaken_for_damage() {
    check_error(
        |folder| {
            let text = r#"{"format": 6, "planets": 9}"#;
            fs::write(folder.join("provenance.json"), text).unwrap();
        },
        &[
            "the record `F` has format 6, and this killrate reads formats up to 5; use the killrate that \
             wrote it, or run the study again",
        ],
    );
}

#[test]
fn a_flipped_bit_is_noticed() {
    check_error(
        |folder| {
            let path = folder.join("verdicts.parquet");
            let mut bytes = fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(path, bytes).unwrap();
        },
        &[
            "`F/verdicts.parquet` is damaged; restore the file, or run its study again",
            "its digest is not the one in `SHA256SUMS`",
        ],
    );
}

#[test]
fn a_provenance_that_is_no_json_is_damaged() {
    check_error(
        |folder| fs::write(folder.join("provenance.json"), "{").unwrap(),
        &[
            "`F/provenance.json` is damaged; restore the file, or run its study again",
            "EOF while parsing an object at line 1 column 1",
        ],
    );
}

#[test]
fn costs_with_other_columns_are_damaged() {
    check_error(
        |folder| {
            fs::copy(folder.join("skipped.parquet"), folder.join("costs.parquet")).unwrap();
        },
        &[
            "`F/costs.parquet` is damaged; restore the file, or run its study again",
            "its columns are subject, technique, property, data_set, reason, not subject, \
             technique, n_asked, n_distinct, n_saved, n_cached, n_run, cpu_seconds",
        ],
    );
}

#[test]
fn a_table_with_any_byte_changed_is_read_or_damaged() {
    let (_parent, folder) = written(&record());
    // No digest protects what is measured, so its rows are read whatever became of them.
    let path = folder.join("costs.parquet");
    let good = fs::read(&path).unwrap();
    let (mut n_read, mut n_damaged) = (0, 0);
    for place in 0..good.len() {
        let mut changed = good.clone();
        changed[place] ^= 0x15;
        fs::write(&path, changed).unwrap();
        for outcome in [read_columns(&path).map(drop), read(&folder).map(drop)] {
            match outcome {
                Ok(()) => n_read += 1,
                Err(RecordError::Damaged { .. }) => n_damaged += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    // Both happen, so it is not that everything is refused.
    assert!(n_read > 100 && n_damaged > 500, "{n_read} {n_damaged}");
}
