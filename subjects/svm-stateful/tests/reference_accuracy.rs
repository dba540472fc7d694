//! The training rows that LIBSVM labels correctly, which are as many as ours.
//!
//! The figures are of LIBSVM 3.24, a linear C-SVC with a cost of 1 on data scaled to 0 to 1.
//! `README.md` has the commands.

mod run;

use run::{ScratchFolder, run_svm};
use std::fs;
use std::path::Path;

#[track_caller]
fn check(name: &str, n_correct_in_libsvm: usize) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/uci")
        .join(name)
        .with_extension("csv");
    let scratch = ScratchFolder::new(&format!("reference-accuracy-{name}"));
    let finished = run_svm(&data, &data, &scratch, &["--normalize"]);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));
    let predictions = fs::read_to_string(scratch.file("predictions")).expect("the run wrote it");
    let rows = fs::read_to_string(&data).expect("the data set is there");
    let mut n_correct = 0;
    for (row, prediction) in rows.lines().skip(1).zip(predictions.lines()) {
        if row.rsplit(',').next() == Some(prediction) {
            n_correct += 1;
        }
    }
    assert_eq!(n_correct, n_correct_in_libsvm);
}

#[test]
fn iris_has_145_of_150_right() {
    check("iris", 145);
}

#[test]
fn wine_has_177_of_178_right() {
    check("wine", 177);
}

#[test]
fn glass_has_179_of_214_right() {
    check("glass", 179);
}

#[test]
fn glass_without_row_ids_has_132_of_214_right() {
    check("glass9", 132);
}
