//! Eight small data sets whose right models and rankings are known without the program.

mod run;

use run::{ScratchFolder, run_martirank};
use std::fs;
use std::path::Path;

#[track_caller]
fn check(name: &str) {
    let set = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../martirank/partial-oracle")
        .join(name);
    let scratch = ScratchFolder::new(&format!("partial-oracle-{name}"));
    let finished = run_martirank(&set.join("train.csv"), &set.join("test.csv"), &scratch, &[]);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));
    for output in ["model", "ranking"] {
        let written = fs::read_to_string(scratch.file(output)).expect("the run wrote it");
        let expected = set.join(format!("{output}.expected"));
        let expected = fs::read_to_string(expected).expect("the set has it");
        assert_eq!(written, expected);
    }
}

#[test]
fn steps_plain_comes_out_as_expected() {
    check("steps-plain");
}

#[test]
fn steps_mirrored_comes_out_as_expected() {
    check("steps-mirrored");
}

#[test]
fn steps_columns_comes_out_as_expected() {
    check("steps-columns");
}

#[test]
fn steps_repeating_comes_out_as_expected() {
    check("steps-repeating");
}

#[test]
fn ladder_plain_comes_out_as_expected() {
    check("ladder-plain");
}

#[test]
fn ladder_mirrored_comes_out_as_expected() {
    check("ladder-mirrored");
}

#[test]
fn ladder_columns_comes_out_as_expected() {
    check("ladder-columns");
}

#[test]
fn ladder_longer_comes_out_as_expected() {
    check("ladder-longer");
}

#[test]
fn every_set_in_the_folder_has_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../martirank/partial-oracle");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let entry = entry.expect("the folder is readable");
        if entry.path().is_dir() {
            names.push(entry.file_name().into_string().expect("names are text"));
        }
    }
    names.sort();
    let tested = [
        "ladder-columns",
        "ladder-longer",
        "ladder-mirrored",
        "ladder-plain",
        "steps-columns",
        "steps-mirrored",
        "steps-plain",
        "steps-repeating",
    ];
    assert_eq!(names, tested);
}
