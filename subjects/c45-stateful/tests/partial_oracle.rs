//! Eight small data sets whose right labels are known without the program.

mod run;

use run::{ScratchFolder, run_c45_stateful};
use std::fs;
use std::path::Path;

#[track_caller]
fn check(name: &str) {
    let set = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../c45/partial-oracle")
        .join(name);
    let scratch = ScratchFolder::new(&format!("partial-oracle-{name}"));
    let finished = run_c45_stateful(&set.join("train.csv"), &set.join("test.csv"), &scratch, &[]);
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
fn iris_interleaved_is_labelled_as_expected() {
    check("iris-interleaved");
}

#[test]
fn iris_corners_is_labelled_as_expected() {
    check("iris-corners");
}

#[test]
fn iris_missing_is_labelled_as_expected() {
    check("iris-missing");
}

#[test]
fn golf_reversed_is_labelled_as_expected() {
    check("golf-reversed");
}

#[test]
fn golf_renamed_is_labelled_as_expected() {
    check("golf-renamed");
}

#[test]
fn golf_missing_is_labelled_as_expected() {
    check("golf-missing");
}

#[test]
fn golf_pruned_is_labelled_as_expected() {
    check("golf-pruned");
}

#[test]
fn every_set_in_the_folder_has_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../c45/partial-oracle");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let entry = entry.expect("the folder is readable");
        if entry.path().is_dir() {
            names.push(entry.file_name().into_string().expect("names are text"));
        }
    }
    names.sort();
    let tested = [
        "golf-missing",
        "golf-pruned",
        "golf-renamed",
        "golf-reversed",
        "iris-corners",
        "iris-gaps",
        "iris-interleaved",
        "iris-missing",
    ];
    assert_eq!(names, tested);
}
