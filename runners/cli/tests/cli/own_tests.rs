//! The technique `tests` on a crate of ten lines, with its whole matrix worked out by hand.

use std::collections::BTreeMap;

use crate::support::Project;
use killrate_model::Verdict;
use killrate_record::{Basis, Record, from_json_lines};

const LIBRARY: &str = "\
/// How many steps of this length it takes to get somewhere.
pub fn steps(to: u32, length: u32) -> u32 {
    let (mut at, mut n) = (0, 0);
    while at < to {
        at += length;
        n += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn none() {
        assert_eq!(steps(0, 1), 0);
    }

    #[test]
    #[ignore]
    fn slow() {}

    #[test]
    fn two() {
        assert_eq!(steps(4, 2), 2);
    }

    #[test]
    fn uneven() {
        assert_eq!(steps(5, 2), 3);
    }

    #[test]
    fn wrong() {
        assert_eq!(steps(1, 1), 2);
    }
}
";

/// What every test says of the original and of the five mutants of `at < to`.
///
/// With `>=`, `steps(0, 1)` goes round for ever, and that is the first test of its program; with
/// `!=`, two steps never meet 5 however often the sum wraps. The test `wrong` expects what no
/// original does.
const MATRIX: &str = "\
        original  <=      >       >=      ==      !=
none    ok        FAILED  ok      HANGS   FAILED  ok
two     ok        FAILED  FAILED  FAILED  FAILED  ok
uneven  ok        ok      FAILED  FAILED  FAILED  HANGS
wrong   FAILED    ok      FAILED  FAILED  FAILED  FAILED
far     ok        FAILED  FAILED  FAILED  FAILED  ok
";

fn project() -> Project {
    let project = Project::empty();
    project.write(
        "subjects/steps/Cargo.toml",
        "[package]\nname = \"steps\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    project.write("subjects/steps/src/lib.rs", LIBRARY);
    project.write(
        "subjects/steps/src/main.rs",
        "fn main() {\n    println!(\"{}\", steps::steps(7, 2));\n}\n",
    );
    project.write(
        "subjects/steps/tests/outside.rs",
        "#[test]\nfn far() {\n    assert_eq!(steps::steps(9, 3), 3);\n}\n",
    );
    project.write(
        "subjects/steps/subject.toml",
        "format = 1\nname = \"steps\"\ntitle = \"Steps\"\n\n[interface]\narguments = []\n\
         inputs = {}\noutputs = { stdout = { format = \"lines\" } }\n",
    );
    project.write(
        "datasets/nothing.toml",
        "format = 1\nname = \"nothing\"\ntitle = \"No input\"\nsource = \"made up\"\nrows = 0\n\
         attributes = 0\nfiles = {}\n",
    );
    project.write(
        "datasets/studies/steps/study.toml",
        "format = 1\ntitle = \"Steps\"\nquestion = \"What do its tests find?\"\nseed = 1\n\
         transform-seeds = [1]\nclasses = [\"comparison\"]\n\n[[subject]]\nname = \"steps\"\n\
         data-sets = [\"nothing\"]\ntechniques = [\"implicit\", \"tests\"]\n",
    );
    project
}

/// The matrix as the record has it, in the words of the one above.
fn matrix(record: &Record) -> BTreeMap<(String, String), &'static str> {
    let operators: BTreeMap<&str, &str> = record
        .mutants
        .iter()
        .map(|row| (row.mutant.0.as_str(), row.after.split(' ').nth(1).unwrap()))
        .collect();
    let tests = record.verdicts.iter();
    let tests = tests.filter(|row| row.technique.as_str() == "tests");
    tests
        .map(|row| {
            let variant = row.variant.as_str();
            let operator = operators.get(variant).copied().unwrap_or(variant);
            let test = row.property.as_str().trim_start_matches("tests/");
            let says = match &row.verdict {
                Verdict::Satisfied => "ok",
                Verdict::Violated(evidence) => match evidence.cause.name() {
                    "test-failed" => "FAILED",
                    "out-of-fuel" => "HANGS",
                    other => panic!("{other}"),
                },
                other => panic!("{other:?}"),
            };
            ((test.to_owned(), operator.to_owned()), says)
        })
        .collect()
}

#[test]
fn every_test_judges_every_mutant_and_a_hang_loses_no_other_test() {
    let project = project();
    project.run_well(&["run", "steps"]);
    let record = killrate_record::read(&project.path("records/steps")).unwrap();
    let mut lines = MATRIX.lines();
    let variants: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    let mut expected = BTreeMap::new();
    for line in lines {
        let mut words = line.split_whitespace();
        let test = words.next().unwrap();
        for (variant, says) in variants.iter().zip(words) {
            expected.insert((test.to_owned(), (*variant).to_owned()), says);
        }
    }
    assert_eq!(matrix(&record), expected);
    let skipped: Vec<&str> = record
        .skipped
        .iter()
        .map(|row| row.property.as_str())
        .collect();
    assert_eq!(skipped, ["tests/slow"]);
    // From 0 in threes, `at != 9` never answers differently from `at < 9`.
    let far = record.verdicts.iter();
    let far = far.filter(|row| row.property.as_str() == "far");
    let saved: Vec<&str> = far
        .clone()
        .filter(|row| row.basis == Basis::NotInfected)
        .map(|row| row.variant.as_str())
        .collect();
    assert_eq!(saved, ["src/lib.rs::steps/lt-to-ne/1"]);
    let mut programs: Vec<&str> = far.map(|row| row.data_set.as_str()).collect();
    assert_eq!(programs.len(), 6);
    programs.dedup();
    assert_eq!(programs, ["tests/outside"]);
    check_exports(&project, &record);
    #[cfg(feature = "analysis")]
    crate::export_statuses::check_statuses(&project, "steps");
}

/// The exports say what the matrix says: the test `wrong` kills nothing, and `!=` only ever hangs.
fn check_exports(project: &Project, record: &Record) {
    let lines = project.run_well(&["export", "steps", "--format", "jsonl"]);
    let mut read = from_json_lines(&lines.stdout).unwrap();
    for (read, written) in read.costs.iter_mut().zip(&record.costs) {
        // The text has every digit; the reader of JSON may be off by the last bit.
        let difference = read.cpu_seconds - written.cpu_seconds;
        assert!(difference.abs() <= f64::EPSILON, "{difference}");
        read.cpu_seconds = written.cpu_seconds;
    }
    assert_eq!(read, *record);
    let elements = ["export", "steps", "--format", "mutation-testing-elements"];
    let elements = [&elements[..], &["--technique", "tests"]].concat();
    let report = project.run_well(&elements).stdout;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let mutants = report["files"]["steps/src/lib.rs"]["mutants"].as_array();
    let fates: BTreeMap<&str, (&str, usize)> = mutants
        .unwrap()
        .iter()
        .map(|mutant| {
            let n_killers = mutant["killedBy"].as_array().unwrap().len();
            let replacement = mutant["replacement"].as_str().unwrap();
            (replacement, (mutant["status"].as_str().unwrap(), n_killers))
        })
        .collect();
    let expected = [
        ("at <= to", ("Killed", 3)),
        ("at > to", ("Killed", 3)),
        ("at >= to", ("Killed", 4)),
        ("at == to", ("Killed", 4)),
        ("at != to", ("Timeout", 1)),
    ];
    assert_eq!(fates, BTreeMap::from(expected));
    let misspelt = ["export", "stpes", "--format", "jsonl"];
    project.run_badly(&misspelt, 3, &["the nearest name is `steps`"]);
}

#[test]
fn a_package_without_tests_cannot_have_the_technique() {
    let project = project();
    project.write(
        "subjects/steps/src/lib.rs",
        LIBRARY.split("#[cfg(test)]").next().unwrap(),
    );
    std::fs::remove_file(project.path("subjects/steps/tests/outside.rs")).unwrap();
    let complaint = ["subject `steps` has no tests", "technique `tests`"];
    project.run_badly(&["run", "steps"], 3, &complaint);
}

#[test]
fn tests_that_do_not_compile_are_told_in_the_compilers_words() {
    let project = project();
    project.replace(
        "subjects/steps/tests/outside.rs",
        "steps::steps(9, 3)",
        "steps::stairs(9)",
    );
    let complaint = [
        "tests of package `steps` do not compile",
        "cannot find function `stairs`",
    ];
    project.run_badly(&["run", "steps"], 3, &complaint);
}
