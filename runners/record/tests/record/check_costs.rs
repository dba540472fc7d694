//! The measured table that only records with tests of functions have.

use std::fs;

use killrate_record::{
    CheckCostRow, Record, RecordError, compare, from_json_lines, open, read, to_json_lines, write,
};
use tempfile::TempDir;

use crate::fixture::{entries, name, record, written};

fn row(data_set: &str, checked_seconds: f64) -> CheckCostRow {
    CheckCostRow {
        subject: name("tiny"),
        data_set: name(data_set),
        n_clone_tests: 3,
        n_fork_tests: 20,
        n_pod_tests: 1,
        plain_seconds: 0.1,
        checked_seconds,
    }
}

fn with_rows(rows: Vec<CheckCostRow>) -> Record {
    Record {
        check_costs: rows,
        ..record()
    }
}

#[test]
fn the_table_comes_back_sorted_and_in_json_lines() {
    let (_parent, folder) = written(&with_rows(vec![row("iris", 0.3), row("golf", 0.2)]));
    let sorted = vec![row("golf", 0.2), row("iris", 0.3)];
    assert_eq!(read(&folder).unwrap().check_costs, sorted);
    assert!(open(&folder).unwrap().check_costs().is_some());
    let record = with_rows(sorted);
    let lines = to_json_lines(&record);
    assert_eq!(from_json_lines(&lines).unwrap(), record);
    // A record may be replaced that has it.
    write(&folder, &record).unwrap();
}

#[test]
fn a_record_without_tests_of_functions_is_as_it_always_was() {
    let (_parent, folder) = written(&record());
    assert!(!entries(&folder).contains(&"check_costs.parquet".to_owned()));
    assert!(open(&folder).unwrap().check_costs().is_none());
    assert_eq!(read(&folder).unwrap().check_costs, []);
}

#[test]
fn it_has_no_digest_and_never_counts() {
    let (_first, first) = written(&with_rows(vec![row("golf", 0.2)]));
    let (_second, second) = written(&with_rows(vec![row("golf", 0.9)]));
    assert_eq!(compare(&first, &second).unwrap(), []);
    let (_third, third) = written(&record());
    assert_eq!(compare(&first, &third).unwrap(), []);
    let sums = fs::read_to_string(first.join("SHA256SUMS")).unwrap();
    assert!(!sums.contains("check_costs"));
}

#[test]
fn two_rows_of_one_data_set_and_rows_of_no_subject_are_refused() {
    let parent = TempDir::new().unwrap();
    let refused = |rows| write(&parent.path().join("record"), &with_rows(rows)).unwrap_err();
    let file = "check_costs.parquet";
    let error = refused(vec![row("golf", 0.2), row("golf", 0.3)]);
    assert!(matches!(error, RecordError::Duplicate { file: found, .. } if found == file));
    let mut unknown = row("golf", 0.2);
    unknown.subject = name("other");
    let error = refused(vec![unknown]);
    assert!(matches!(error, RecordError::UnknownSubject { file: found, .. } if found == file));
}
