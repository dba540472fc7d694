//! The report schema of mutation-testing-elements, which Stryker and others write.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::Cause;
use killrate_record::Record;
use serde::Deserialize;

use crate::ImportError;
use crate::matrix::{ImportOptions, Matrix, Mutant, Said, Test};

/// The parts of a report that matter here; it may have others.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    files: BTreeMap<String, MutatedFile>,
    #[serde(default)]
    test_files: BTreeMap<String, TestFile>,
}

#[derive(Debug, Deserialize)]
struct MutatedFile {
    mutants: Vec<ReportedMutant>,
}

#[derive(Debug, Deserialize)]
struct TestFile {
    tests: Vec<ReportedTest>,
}

#[derive(Debug, Deserialize)]
struct ReportedTest {
    id: String,
    name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportedMutant {
    id: String,
    mutator_name: String,
    location: Location,
    #[serde(default)]
    replacement: Option<String>,
    status: Status,
    #[serde(default)]
    status_reason: Option<String>,
    #[serde(default)]
    killed_by: Vec<String>,
    #[serde(default)]
    covered_by: Option<Vec<String>>,
    #[serde(default)]
    tests_completed: Option<f64>,
    /// Whether it acts while the program is loaded, before any test, so that coverage by single tests
    /// says nothing of it.
    #[serde(default, rename = "static")]
    is_static: bool,
}

#[derive(Debug, Deserialize)]
struct Location {
    start: Position,
}

#[derive(Debug, Deserialize)]
struct Position {
    line: u32,
    column: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Status {
    Killed,
    Survived,
    NoCoverage,
    CompileError,
    RuntimeError,
    Timeout,
    Ignored,
    Pending,
}

/// The record of a report.
///
/// A mutant that was ignored, is pending or does not compile is withdrawn. A tool that stops at the
/// first killer leaves the other tests without a verdict on that mutant; they are neither passed nor
/// failed. A mutant that ended without a killer, such as by a time-out, falls to the floor.
///
/// # Errors
/// When the text is not such a report, or names no test.
pub fn mutation_testing_elements(
    text: &str,
    options: &ImportOptions,
) -> Result<Record, ImportError> {
    let report: Report = serde_json::from_str(text)?;
    let named: BTreeMap<&str, &str> = report
        .test_files
        .values()
        .flat_map(|file| &file.tests)
        .map(|test| (test.id.as_str(), test.name.as_str()))
        .collect();
    let mutants = || report.files.values().flat_map(|file| &file.mutants);
    let mentioned = mutants().flat_map(|mutant| {
        mutant
            .killed_by
            .iter()
            .chain(mutant.covered_by.iter().flatten())
    });
    let tests: BTreeSet<&str> = mentioned
        .map(String::as_str)
        .chain(named.keys().copied())
        .collect();
    if tests.is_empty() {
        let problem = "no mutant has `killedBy` or `coveredBy`, and there are no `testFiles`";
        return Err(ImportError::NoMatrix(problem.to_owned()));
    }
    let mut n_named: BTreeMap<&str, usize> = BTreeMap::new();
    for name in named.values() {
        *n_named.entry(name).or_default() += 1;
    }
    let test_of = |id: &str| {
        let name = named.get(id).copied().unwrap_or(id);
        // Two tests may share a name, but never an identity.
        match n_named.get(name) {
            Some(2..) => Test::of_suite(&format!("{name} {id}")),
            _ => Test::of_suite(name),
        }
    };
    let tests: Vec<(&str, Test)> = tests.into_iter().map(|id| (id, test_of(id))).collect();
    let mut matrix = Matrix::default();
    for (file, mutated) in &report.files {
        for reported in &mutated.mutants {
            let place = matrix.mutants.len();
            let mutant = mutant(file, reported);
            if mutant.withdrawn.is_none() {
                for (id, test) in &tests {
                    if let Some(said) = said(reported, id) {
                        matrix.said.insert((place, test.clone()), said);
                    }
                }
            }
            matrix.mutants.push((None, mutant));
        }
    }
    matrix.record(options, "mutation-testing-elements", text.as_bytes())
}

fn mutant(file: &str, reported: &ReportedMutant) -> Mutant {
    let reason = || reported.status_reason.clone();
    let withdrawn = match reported.status {
        Status::CompileError => Some(reason().unwrap_or_else(|| "does not compile".to_owned())),
        Status::Ignored => Some(reason().unwrap_or_else(|| "ignored".to_owned())),
        Status::Pending => Some(reason().unwrap_or_else(|| "never run".to_owned())),
        _ => None,
    };
    let ended = match reported.status {
        Status::Timeout => Some(Cause::LimitExceeded),
        Status::RuntimeError => Some(Cause::Crashed),
        _ => None,
    };
    Mutant {
        key: reported.id.clone(),
        operator: reported.mutator_name.clone(),
        file: file.to_owned(),
        line: reported.location.start.line,
        column: reported.location.start.column,
        after: reported.replacement.clone().unwrap_or_default(),
        withdrawn,
        ended: ended.filter(|_| reported.killed_by.is_empty()),
        ..Mutant::default()
    }
}

/// What a test said of a mutant; `None` when it was not run although it might have said something.
fn said(reported: &ReportedMutant, test: &str) -> Option<Said> {
    if reported.killed_by.iter().any(|killer| killer == test) {
        let cause = match reported.status {
            Status::Timeout => Cause::LimitExceeded,
            Status::RuntimeError => Cause::Crashed,
            _ => Cause::TestFailed,
        };
        let detail = reported.status_reason.as_deref().unwrap_or_default();
        return Some(Said::failed(cause, detail));
    }
    let coverage = reported.covered_by.as_ref();
    let Some(covered_by) = coverage.filter(|_| !reported.is_static) else {
        // Nothing tells which tests ran.
        return match reported.status {
            Status::Survived => Some(Said::passed()),
            Status::NoCoverage => Some(Said::not_reached()),
            _ => None,
        };
    };
    if !covered_by.iter().any(|known| known == test) {
        return Some(Said::not_reached());
    }
    let ran_all = reported
        .tests_completed
        .is_some_and(|n| n >= covered_by.len() as f64);
    match reported.status {
        Status::Survived => Some(Said::passed()),
        Status::Killed if ran_all => Some(Said::passed()),
        _ => None,
    }
}
