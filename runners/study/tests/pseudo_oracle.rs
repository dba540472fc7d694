//! A subject of a few lines that squares a number, and second implementations that agree or not.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_catalogue::{Catalogue, Design};
use killrate_executor::{Executor, Settings};
use killrate_model::{Digest, Verdict};
use killrate_record::{Record, VariantId};
use killrate_study::{Scratch, StudyError, Surroundings, run};

const SECOND: &str = r#"
[[second]]
name = "other"
package = "other"
outputs = ["out"]
"#;

/// Runs a study of `square` on the numbers 1 and 3, with a second implementation that writes the
/// value of this expression.
fn study(second: &str, expression: &str) -> Result<Record, StudyError> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    package(&root.join("subjects/square"), "square", "n * n");
    package(&root.join("subjects/square/other"), "other", expression);
    let subject = r#"
format = 1
name = "square"
title = "The square of a number"
[interface]
arguments = ["{number}", "{out}"]
[interface.inputs]
number = { format = "lines" }
[interface.outputs]
out = { format = "lines" }
"#;
    write(
        &root.join("subjects/square/subject.toml"),
        &format!("{subject}{second}"),
    );
    for (name, number) in [("one", "1"), ("three", "3")] {
        let manifest = format!(
            "format = 1\nname = \"{name}\"\ntitle = \"A number\"\nsource = \"made up\"\nknown-issues = \"none\"\nrows = 1\nattributes = 1\n[files]\nnumber = {{ path = \"{name}.txt\", sha256 = \"{}\" }}\n",
            Digest::of(number.as_bytes())
        );
        write(&root.join(format!("datasets/{name}.txt")), number);
        write(&root.join(format!("datasets/{name}.toml")), &manifest);
    }
    let study = r#"
format = 1
title = "Squaring"
question = "Do two programs agree?"
seed = 1
transform-seeds = [1]
classes = ["arithmetic"]
[[subject]]
name = "square"
data-sets = ["one", "three"]
techniques = ["pseudo-oracle"]
"#;
    write(&root.join("datasets/studies/squaring/study.toml"), study);
    let design = Design::resolve(&Catalogue::at(root)?, "squaring")?;
    let scratch = Scratch::of_project(root);
    let executor = Executor::open(Settings {
        scratch: scratch.executions(),
        threads: NonZeroUsize::MIN,
    })?;
    let surroundings = Surroundings {
        scratch: &scratch,
        executor: &Arc::new(executor),
        stop: &Arc::new(AtomicBool::new(false)),
        on_event: &|_| {},
    };
    run(&design, surroundings)
}

/// A package whose program reads a number and writes the value of an expression.
fn package(folder: &Path, name: &str, expression: &str) {
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n"
    );
    let main = format!(
        r#"fn main() {{
    let paths: Vec<String> = std::env::args().collect();
    let n: u64 = std::fs::read_to_string(&paths[1]).unwrap().trim().parse().unwrap();
    let result = {expression};
    std::fs::write(&paths[2], result.to_string()).unwrap();
}}
"#
    );
    write(&folder.join("Cargo.toml"), &manifest);
    write(&folder.join("src/main.rs"), &main);
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Expects these verdicts on the original and on the mutant `n / n`: the detail of a violation by
/// data set.
#[track_caller]
fn check(expression: &str, original: [Option<&str>; 2], mutant: [Option<&str>; 2]) {
    let record = study(SECOND, expression).unwrap();
    let id = record
        .mutants
        .iter()
        .find(|row| row.after.contains('/'))
        .map(|row| row.mutant.clone())
        .unwrap();
    let of = |variant: VariantId| {
        ["one", "three"].map(|data_set| {
            let row = record
                .verdicts
                .iter()
                .find(|row| row.variant == variant && row.data_set.as_str() == data_set)
                .unwrap();
            assert_eq!(row.technique.as_str(), "pseudo-oracle");
            assert_eq!(row.property.as_str(), "other");
            match &row.verdict {
                Verdict::Satisfied => None,
                Verdict::Violated(evidence) => Some(evidence.detail.clone()),
                other => panic!("{other:?}"),
            }
        })
    };
    let owned = |details: [Option<&str>; 2]| details.map(|detail| detail.map(str::to_owned));
    assert_eq!(of(VariantId::Original), owned(original));
    assert_eq!(of(VariantId::Mutant(id)), owned(mutant));
}

#[track_caller]
fn check_error(second: &str, expression: &str, expected: &str) {
    let error = study(second, expression).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_second_implementation_that_agrees_flags_the_mutants_that_differ() {
    let detail = "`out` line 1: `1` instead of `9` (1 of 1 lines differ)";
    check("n.pow(2)", [None, None], [None, Some(detail)]);
}

#[test]
fn a_second_implementation_that_is_wrong_flags_the_original_and_not_the_mutant_like_it() {
    let detail = "`out` line 1: `9` instead of `1` (1 of 1 lines differ)";
    check("1", [None, Some(detail)], [None, None]);
}

#[test]
fn a_second_implementation_that_fails_is_an_error_and_no_verdict() {
    check_error(
        SECOND,
        "if n == 1 { 1 } else { std::process::exit(7) }",
        "second implementation `other` of `square` does not end normally (exit code 7) on `three`; mend package `other`",
    );
}

#[test]
fn a_second_implementation_that_writes_nothing_is_an_error() {
    check_error(
        SECOND,
        "if n == 1 { 1 } else { return }",
        "second implementation `other` of `square` does not write `out` on `three`",
    );
}

#[test]
fn a_second_implementation_that_differs_from_run_to_run_is_an_error() {
    check_error(
        SECOND,
        "std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), n)",
        "second implementation `other` of `square` does not write the same `out` twice on `one`",
    );
}

#[test]
fn a_second_implementation_that_does_not_build_is_an_error_that_names_its_package() {
    check_error(SECOND, "m", "package `other` does not compile");
}

#[test]
fn a_manifest_that_does_not_fit_is_refused_with_its_key() {
    let changed = |from, to| SECOND.replacen(from, to, 1);
    check_error("", "n", "key `second`: there is none");
    check_error(
        &SECOND.repeat(2),
        "n",
        "key `second`: `other` is named twice; keep one",
    );
    check_error(
        &changed("package = \"other\"", "package = \"others\""),
        "n",
        "key `second[0].package`: there is no Cargo package in `others`; name its folder",
    );
    check_error(
        &changed("[\"out\"]", "[\"oat\"]"),
        "n",
        "key `second[0].outputs`: the interface has no output `oat`; ",
    );
    check_error(
        &changed("[\"out\"]", "[]"),
        "n",
        "key `second[0].outputs`: it is empty; name at least one",
    );
}
