//! What the program says about input it cannot use.

mod run;

use run::{ScratchFolder, run_svm};
use std::fs;

#[track_caller]
fn check_refused(name: &str, train: &str, test: &str, more: &[&str], expected: &str) {
    let scratch = ScratchFolder::new(name);
    fs::write(scratch.file("train.csv"), train).expect("the folder is writable");
    fs::write(scratch.file("test.csv"), test).expect("the folder is writable");
    let finished = run_svm(
        &scratch.file("train.csv"),
        &scratch.file("test.csv"),
        &scratch,
        more,
    );
    let folder = scratch.file("").display().to_string();
    assert_eq!(finished.stderr.replace(&folder, ""), expected);
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(2));
    assert!(!scratch.file("model").exists());
    assert!(!scratch.file("predictions").exists());
}

#[test]
fn a_ragged_row_is_named_by_file_and_line() {
    check_refused(
        "ragged",
        "x,y\n1,a\n2\n",
        "x,y\n1,a\n",
        &[],
        "error: cannot use `train.csv`, line 3\n  \
         because it has 1 values where the header has 2; give one value per column\n",
    );
}

#[test]
fn empty_training_data_are_refused() {
    check_refused(
        "empty-train",
        "",
        "x,y\n1,a\n",
        &[],
        "error: cannot use `train.csv`\n  because it is empty; start it with a header line\n",
    );
}

#[test]
fn testing_data_without_rows_are_refused() {
    check_refused(
        "empty-test",
        "x,y\n1,a\n",
        "x,y\n",
        &[],
        "error: cannot use `test.csv`\n  because it has no rows; add at least one below the header\n",
    );
}

#[test]
fn an_unknown_flag_is_refused() {
    check_refused(
        "flag",
        "x,y\n1,a\n",
        "x,y\n1,a\n",
        &["--kernel"],
        "error: cannot start\n  because there is no flag `--kernel`; \
         usage: svm-stateful --train FILE --test FILE --model FILE --predictions FILE [--normalize]\n",
    );
}

#[test]
fn a_missing_file_is_refused() {
    let scratch = ScratchFolder::new("missing-file");
    let absent = scratch.file("absent.csv");
    let finished = run_svm(&absent, &absent, &scratch, &[]);
    let start = format!("error: cannot read `{}`\n  because ", absent.display());
    assert!(finished.stderr.starts_with(&start), "{}", finished.stderr);
    assert_eq!(finished.code, Some(2));
}

#[test]
fn a_single_class_needs_no_pair() {
    let scratch = ScratchFolder::new("single-class");
    fs::write(scratch.file("train.csv"), "x,y\n1,a\n2,a\n").expect("the folder is writable");
    let train = scratch.file("train.csv");
    let finished = run_svm(&train, &train, &scratch, &["--normalize"]);
    assert_eq!((finished.stderr.as_str(), finished.code), ("", Some(0)));
    let predictions = fs::read_to_string(scratch.file("predictions")).expect("the run wrote it");
    assert_eq!(predictions, "a\na\n");
    let model = fs::read_to_string(scratch.file("model")).expect("the run wrote it");
    assert_eq!(model, "");
}
