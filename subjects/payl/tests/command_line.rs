//! What the program says about input it cannot use.

mod run;

use run::{ScratchFolder, run_payl};
use std::fs;

#[track_caller]
fn check_refused(name: &str, train: &str, test: &str, more: &[&str], expected: &str) {
    let scratch = ScratchFolder::new(name);
    fs::write(scratch.file("train.csv"), train).expect("the folder is writable");
    fs::write(scratch.file("test.csv"), test).expect("the folder is writable");
    let finished = run_payl(
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
    assert!(!scratch.file("alerts").exists());
}

#[test]
fn a_line_that_is_no_packet_is_named_by_file_and_line() {
    check_refused(
        "no-packet",
        "port,payload\n80,41\n",
        "port,payload\n80,41\n80,4\n",
        &[],
        "error: cannot use `test.csv`, line 3\n  \
         because the payload has an odd number of digits; write two for every byte\n",
    );
}

#[test]
fn training_packets_are_needed() {
    check_refused(
        "empty-train",
        "port,payload\n",
        "port,payload\n80,41\n",
        &[],
        "error: cannot use `train.csv`\n  \
         because it has no packets; add at least one below the header\n",
    );
}

#[test]
fn an_unknown_flag_is_refused() {
    check_refused(
        "flag",
        "port,payload\n80,41\n",
        "port,payload\n80,41\n",
        &["--live"],
        "error: cannot start\n  because there is no flag `--live`; \
         usage: payl --train FILE --test FILE --model FILE --alerts FILE\n",
    );
}

#[test]
fn a_missing_file_is_refused() {
    let scratch = ScratchFolder::new("missing-file");
    let absent = scratch.file("absent.csv");
    let finished = run_payl(&absent, &absent, &scratch, &[]);
    let start = format!("error: cannot read `{}`\n  because ", absent.display());
    assert!(finished.stderr.starts_with(&start), "{}", finished.stderr);
    assert_eq!(finished.code, Some(2));
}
