//! A subject of a few lines whose functions have properties, in a comment and in a side file.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_catalogue::{Catalogue, Design};
use killrate_executor::{Executor, Settings};
use killrate_model::{Checking, Digest};
use killrate_record::{Record, VariantId};
use killrate_study::{CheckedFunctions, Scratch, StudyError, Surroundings, check_functions, run};
use killrate_techniques::TechniqueKind;

const SWAP: &str = "area(height, width) == \\result";

/// The project: a program that writes the area of a rectangle, on the numbers 1 and 3.
fn project(root: &Path, property: &str, checking: &str) {
    let folder = root.join("subjects/area");
    write(
        &folder.join("Cargo.toml"),
        "[package]\nname = \"area\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    let main = format!(
        r#"/// @meta[swap, clone] {property}
fn area(width: u64, height: u64) -> u64 {{
    width * height
}}
fn unused(n: u64) -> u64 {{
    n
}}
fn main() {{
    let paths: Vec<String> = std::env::args().collect();
    let n: u64 = std::fs::read_to_string(&paths[1]).unwrap().trim().parse().unwrap();
    let result = if n > 9 {{ unused(n) }} else {{ area(n, 2) }};
    std::fs::write(&paths[2], result.to_string()).unwrap();
}}
"#
    );
    write(&folder.join("src/main.rs"), &main);
    write(
        &root.join("subjects/area.checks"),
        "src/main.rs::unused\n  @meta[aside] unused(n) == \\result\n",
    );
    let subject = r#"
format = 1
name = "area"
title = "The area of a rectangle"
[interface]
arguments = ["{number}", "{out}"]
[interface.inputs]
number = { format = "lines" }
[interface.outputs]
out = { format = "lines" }
"#;
    write(&folder.join("subject.toml"), subject);
    for (name, number) in [("one", "1"), ("three", "3")] {
        let manifest = format!(
            "format = 1\nname = \"{name}\"\ntitle = \"A number\"\nsource = \"made up\"\nknown-issues = \"none\"\nrows = 1\nattributes = 1\n[files]\nnumber = {{ path = \"{name}.txt\", sha256 = \"{}\" }}\n",
            Digest::of(number.as_bytes())
        );
        write(&root.join(format!("datasets/{name}.txt")), number);
        write(&root.join(format!("datasets/{name}.toml")), &manifest);
    }
    let study = format!(
        r#"
format = 1
title = "Areas"
question = "Do properties of functions hold?"
seed = 1
transform-seeds = [1]
classes = ["arithmetic"]
[checking]
{checking}
[[subject]]
name = "area"
data-sets = ["one", "three"]
techniques = ["mrc"]
"#
    );
    write(&root.join("datasets/studies/areas/study.toml"), &study);
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Makes the project with this property and setting and does something in it.
fn with<T>(
    (property, checking): (&str, &str),
    work: impl FnOnce(&Catalogue, Surroundings<'_>) -> Result<T, StudyError>,
) -> Result<T, StudyError> {
    let folder = tempfile::tempdir().unwrap();
    project(folder.path(), property, checking);
    let scratch = Scratch::of_project(folder.path());
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
    work(&Catalogue::at(folder.path())?, surroundings)
}

fn study(property: &str, checking: &str) -> Result<Record, StudyError> {
    with((property, checking), |catalogue, surroundings| {
        run(&Design::resolve(catalogue, "areas")?, surroundings)
    })
}

fn functions(property: &str) -> CheckedFunctions {
    with((property, ""), |catalogue, surroundings| {
        check_functions(catalogue, "area", Checking::ALL, surroundings)
    })
    .unwrap()
}

/// The verdicts on a variant, by data set and property.
fn verdicts(record: &Record, variant: &VariantId) -> Vec<String> {
    let rows = record.verdicts.iter().filter(|row| row.variant == *variant);
    rows.map(|row| format!("{} {}: {}", row.data_set, row.property, row.verdict))
        .collect()
}

#[test]
fn a_mutant_that_breaks_a_property_of_its_function_is_flagged_and_the_original_is_not() {
    let record = study(SWAP, "").unwrap();
    let not_called = "aside: inconclusive (not-tested): its function was not called";
    assert_eq!(
        verdicts(&record, &VariantId::Original),
        [
            "one swap: satisfied".to_owned(),
            format!("one {not_called}"),
            "three swap: satisfied".to_owned(),
            format!("three {not_called}"),
        ]
    );
    let mutant = record.mutants.iter().find(|row| row.after.contains('/'));
    let mutant = VariantId::Mutant(mutant.unwrap().mutant.clone());
    let violated = "swap: violated (relation-broken): 1 of 1 tests, first at call 1: does not hold";
    assert_eq!(
        verdicts(&record, &mutant),
        [
            format!("one {violated}"),
            format!("one {not_called}"),
            format!("three {violated}"),
            format!("three {not_called}"),
        ]
    );
}

#[test]
fn the_record_tells_which_calls_were_tested_and_how_often() {
    let record = study(SWAP, "every = 1\nbudget = 5").unwrap();
    let expected = Checking {
        budget: Some(5),
        seed: 1,
        ..Checking::ALL
    };
    assert_eq!(record.provenance.checking, Some(expected));
    let lines: Vec<String> = (record.provenance.checks.iter())
        .map(|check| {
            format!(
                "{} {}::{} {} {}: {} data sets, {} calls, {} tests",
                check.property,
                check.file,
                check.function,
                check.sandbox,
                check.order,
                check.n_data_sets,
                check.n_calls,
                check.n_tests
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            "swap src/main.rs::area clone before: 2 data sets, 2 calls, 2 tests",
            "aside src/main.rs::unused clone before: 0 data sets, 0 calls, 0 tests",
        ]
    );
    let texts: Vec<&str> = (record.provenance.properties.iter())
        .map(|property| property.text.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "@meta[swap, clone] area(height, width) == \\result",
            "@meta[aside] unused(n) == \\result",
        ]
    );
    let skipped = study(SWAP, "every = 2").unwrap();
    assert_eq!(
        verdicts(&skipped, &VariantId::Original)[0],
        "one swap: inconclusive (not-tested): its function was not called, or no call of it was \
         chosen"
    );
}

#[test]
fn the_record_tells_what_tests_took_on_each_data_set() {
    let tests = |setting: &str| -> Vec<String> {
        let record = study(SWAP, setting).unwrap();
        let rows = record.check_costs.iter();
        rows.map(|row| {
            assert!(row.plain_seconds > 0.0 && row.checked_seconds > 0.0);
            let sandboxes = [row.n_clone_tests, row.n_fork_tests, row.n_pod_tests];
            format!("{} {}: {sandboxes:?}", row.subject, row.data_set)
        })
        .collect()
    };
    assert_eq!(tests(""), ["area one: [1, 0, 0]", "area three: [1, 0, 0]"]);
    // Where nothing is chosen nothing is tested, and that took its time too.
    assert_eq!(
        tests("every = 2"),
        ["area one: [0, 0, 0]", "area three: [0, 0, 0]"]
    );
}

#[test]
fn a_setting_that_makes_no_sense_is_refused_by_its_key() {
    for (setting, key) in [
        ("every = 0", "`checking.every`"),
        ("probability = 1.5", "`checking.probability`"),
    ] {
        let error = study(SWAP, setting).unwrap_err();
        let error = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
        let text: String = error.map(ToString::to_string).collect();
        assert!(text.contains(key), "{text}");
    }
}

#[test]
fn a_test_on_copies_that_ends_the_program_is_answered_in_a_copy() {
    let first = |property: &str| {
        let record = study(property, "").unwrap();
        verdicts(&record, &VariantId::Original).remove(0)
    };
    assert_eq!(
        first("{ std::process::exit(0) }"),
        "one swap: violated (relation-broken): 1 of 1 tests, first at call 1: ended the program"
    );
    // The weaver cannot foresee this, so it takes the program with it at first.
    assert_eq!(
        first(
            "{ let mut blocks = Vec::new(); \
             loop { blocks.push(std::hint::black_box(vec![1_u8; 1 << 26])); } }"
        ),
        "one swap: violated (relation-broken): 1 of 1 tests, first at call 1: killed by signal 6"
    );
    assert_eq!(
        first("{ loop { std::hint::black_box(width); } }"),
        "one swap: violated (relation-broken): 1 of 1 tests, first at call 1: out of fuel"
    );
}

#[test]
fn a_program_that_is_watched_too_has_its_properties_tested_all_the_same() {
    let alone = study(SWAP, "").unwrap();
    let with_assertions = with((SWAP, ""), |catalogue, surroundings| {
        let mut design = Design::resolve(catalogue, "areas")?;
        let techniques = &mut design.subjects[0].techniques;
        techniques.push(TechniqueKind::Assertions);
        run(&design, surroundings)
    })
    .unwrap();
    let of_properties = |record: &Record| {
        let rows = record.verdicts.iter();
        rows.filter(|row| row.technique.as_str() == "mrc")
            .map(|row| {
                (
                    row.variant.clone(),
                    row.property.clone(),
                    row.verdict.to_string(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(of_properties(&with_assertions), of_properties(&alone));
    let rows = &with_assertions.verdicts;
    assert!(
        rows.iter()
            .any(|row| row.technique.as_str() == "assertions")
    );
}

#[test]
fn a_property_that_does_not_compile_ends_the_study() {
    let error = study("area(height) == \\result", "")
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with(
            "cannot use the property at line 1, column 24 of `src/main.rs`: \
             `@meta[swap, clone] area(height) == \\result` does not compile"
        ),
        "{error}"
    );
}

#[test]
fn functions_are_checked_without_mutants() {
    let found = functions("area(height, width + 1) == \\result");
    let names: Vec<&str> = found.properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["swap", "aside"]);
    let runs: Vec<String> = (found.runs.iter())
        .map(|run| {
            let tally = &run.tallies.as_ref().unwrap()[0];
            format!("{} {} {}", run.data_set, run.shows_same, tally.detail)
        })
        .collect();
    assert_eq!(
        runs,
        [
            "one true call 1: does not hold",
            "three true call 1: does not hold"
        ]
    );
}
