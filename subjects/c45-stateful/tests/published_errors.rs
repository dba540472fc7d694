//! The training errors that the pruned trees of C4.5 release 8 make, and those in double precision.

mod run;

use run::{ScratchFolder, run_c45_stateful};
use std::path::Path;

/// The errors with `--release-8` are those of release 8 itself.
#[track_caller]
fn check(name: &str, n_rows: usize, in_release_8: usize, in_double_precision: usize) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/uci")
        .join(name)
        .with_extension("csv");
    let scratch = ScratchFolder::new(&format!("published-errors-{name}"));
    let checks = [
        (vec!["--verbose", "--release-8"], in_release_8),
        (vec!["--verbose"], in_double_precision),
    ];
    for (more, n_errors) in checks {
        let finished = run_c45_stateful(&data, &data, &scratch, &more);
        assert_eq!(finished.stderr, "");
        let expected = format!("training errors: {n_errors} of {n_rows}\n");
        assert_eq!(finished.stdout, expected, "{more:?}");
        assert_eq!(finished.code, Some(0));
    }
}

#[test]
fn no_errors_on_glass() {
    check("glass", 214, 0, 0);
}

#[test]
fn sixteen_errors_on_glass_without_row_ids() {
    check("glass9", 214, 16, 13);
}

#[test]
fn no_errors_on_golf() {
    check("golf", 14, 0, 0);
}

#[test]
fn twenty_two_errors_on_heart() {
    check("heart", 303, 22, 22);
}

#[test]
fn eleven_errors_on_hepatitis() {
    check("hepatitis", 155, 11, 12);
}

#[test]
fn three_errors_on_iris() {
    check("iris", 150, 3, 3);
}

#[test]
fn two_errors_on_wine() {
    check("wine", 178, 2, 2);
}
