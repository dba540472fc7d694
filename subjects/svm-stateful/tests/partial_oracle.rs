//! Eight small data sets whose right labels are known without the program.

mod run;

use run::{ScratchFolder, run_svm};
use std::fs;
use std::path::Path;

#[track_caller]
fn check(name: &str) {
    let set = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../svm/partial-oracle")
        .join(name);
    let scratch = ScratchFolder::new(&format!("partial-oracle-{name}"));
    let finished = run_svm(
        &set.join("train.csv"),
        &set.join("test.csv"),
        &scratch,
        &["--normalize"],
    );
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));
    let predictions = fs::read_to_string(scratch.file("predictions")).expect("the run wrote it");
    let expected = fs::read_to_string(set.join("predictions.expected")).expect("the set has it");
    assert_eq!(predictions, expected);
}

#[test]
fn iris_gaps_is_labelled_as_expected() {
    check("iris-gaps");
}

#[test]
fn iris_shuffled_is_labelled_as_expected() {
    check("iris-shuffled");
}

#[test]
fn iris_square_is_labelled_as_expected() {
    check("iris-square");
}

#[test]
fn iris_missing_is_labelled_as_expected() {
    check("iris-missing");
}

#[test]
fn golf_humidity_is_labelled_as_expected() {
    check("golf-humidity");
}

#[test]
fn golf_renamed_is_labelled_as_expected() {
    check("golf-renamed");
}

#[test]
fn golf_outlook_is_labelled_as_expected() {
    check("golf-outlook");
}

#[test]
fn golf_missing_is_labelled_as_expected() {
    check("golf-missing");
}

#[test]
fn every_set_in_the_folder_has_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../svm/partial-oracle");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let entry = entry.expect("the folder is readable");
        if entry.path().is_dir() {
            names.push(entry.file_name().into_string().expect("names are text"));
        }
    }
    names.sort();
    let tested = [
        "golf-humidity",
        "golf-missing",
        "golf-outlook",
        "golf-renamed",
        "iris-gaps",
        "iris-missing",
        "iris-shuffled",
        "iris-square",
    ];
    assert_eq!(names, tested);
}
