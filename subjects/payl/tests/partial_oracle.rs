//! Eight small packet files whose right alerts are known without the program.

mod run;

use run::{ScratchFolder, run_payl};
use std::fs;
use std::path::Path;

#[track_caller]
fn check(name: &str) {
    let set = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("partial-oracle")
        .join(name);
    let scratch = ScratchFolder::new(&format!("partial-oracle-{name}"));
    let finished = run_payl(&set.join("train.csv"), &set.join("test.csv"), &scratch, &[]);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));
    let alerts = fs::read_to_string(scratch.file("alerts")).expect("the run wrote it");
    let expected = fs::read_to_string(set.join("alerts.expected")).expect("the set has it");
    assert_eq!(alerts, expected);
}

#[test]
fn two_shares_is_judged_as_expected() {
    check("two-shares");
}

#[test]
fn constant_is_judged_as_expected() {
    check("constant");
}

#[test]
fn ports_is_judged_as_expected() {
    check("ports");
}

#[test]
fn lengths_is_judged_as_expected() {
    check("lengths");
}

#[test]
fn outer_bytes_is_judged_as_expected() {
    check("outer-bytes");
}

#[test]
fn three_packets_is_judged_as_expected() {
    check("three-packets");
}

#[test]
fn leniency_is_judged_as_expected() {
    check("leniency");
}

#[test]
fn majority_is_judged_as_expected() {
    check("majority");
}

#[test]
fn every_set_in_the_folder_has_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("partial-oracle");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let entry = entry.expect("the folder is readable");
        if entry.path().is_dir() {
            names.push(entry.file_name().into_string().expect("names are text"));
        }
    }
    names.sort();
    let tested = [
        "constant",
        "lengths",
        "leniency",
        "majority",
        "outer-bytes",
        "ports",
        "three-packets",
        "two-shares",
    ];
    assert_eq!(names, tested);
}
