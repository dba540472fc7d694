//! The training errors that the pruned trees of C4.5 release 8 make.
//!
//! Where release 8 itself makes others, they are those of a build of it with double precision and
//! without its margin of 0.00001 between neighbouring values.

mod run;

use run::{ScratchFolder, run_c45};
use std::path::Path;

#[track_caller]
fn check(name: &str, expected: &str) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/uci")
        .join(name)
        .with_extension("csv");
    let scratch = ScratchFolder::new(&format!("published-errors-{name}"));
    let finished = run_c45(&data, &data, &scratch, &["--verbose"]);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, expected);
    assert_eq!(finished.code, Some(0));
}

#[test]
fn no_errors_on_glass() {
    check("glass", "training errors: 0 of 214\n");
}

#[test]
fn thirteen_errors_on_glass_without_row_ids_where_release_8_makes_sixteen() {
    check("glass9", "training errors: 13 of 214\n");
}

#[test]
fn twenty_two_errors_on_heart() {
    check("heart", "training errors: 22 of 303\n");
}

#[test]
fn twelve_errors_on_hepatitis_where_release_8_makes_eleven() {
    check("hepatitis", "training errors: 12 of 155\n");
}

#[test]
fn three_errors_on_iris() {
    check("iris", "training errors: 3 of 150\n");
}

#[test]
fn two_errors_on_wine() {
    check("wine", "training errors: 2 of 178\n");
}

#[test]
fn no_errors_on_golf() {
    check("golf", "training errors: 0 of 14\n");
}
