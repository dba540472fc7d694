//! The report schema of mutation-testing-elements, which Stryker and others write.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;

use killrate_model::Cause;
use killrate_record::Record;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::ImportError;
use crate::matrix::{ImportOptions, Matrix, Mutant, Said, Test};
use crate::names::told_apart;

/// The version of a report, which is looked at first: others may have other parts.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    schema_version: Option<String>,
}

/// The parts of a report that matter here; it may have others.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    files: Files<MutatedFile>,
    test_files: Option<Files<TestFile>>,
}

/// Files by their names, of which none may stand there twice.
#[derive(Debug)]
struct Files<F>(BTreeMap<String, F>);

impl<'de, F: Deserialize<'de>> Deserialize<'de> for Files<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FilesVisitor(PhantomData))
    }
}

struct FilesVisitor<F>(PhantomData<F>);

impl<'de, F: Deserialize<'de>> Visitor<'de> for FilesVisitor<F> {
    type Value = Files<F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("files by their names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut files = BTreeMap::new();
        while let Some((name, file)) = map.next_entry::<String, F>()? {
            // A map of serde's would keep the last of two files of one name, and lose the mutants
            // of the first.
            if files.contains_key(&name) {
                let problem = format!("the file `{name}` stands there twice");
                return Err(serde::de::Error::custom(problem));
            }
            files.insert(name, file);
        }
        Ok(Files(files))
    }
}

#[derive(Debug, Deserialize)]
struct MutatedFile {
    source: Option<String>,
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
    replacement: Option<String>,
    status: Status,
    status_reason: Option<String>,
    killed_by: Option<Vec<String>>,
    covered_by: Option<Vec<String>>,
    tests_completed: Option<f64>,
    /// Whether it acts while the program is loaded, before any test, so that coverage by single tests
    /// says nothing of it.
    #[serde(rename = "static")]
    is_static: Option<bool>,
}

impl ReportedMutant {
    fn killers(&self) -> &[String] {
        self.killed_by.as_deref().unwrap_or_default()
    }

    /// The tests that reach it; `None` where nothing tells.
    fn covering(&self) -> Option<&[String]> {
        let is_static = self.is_static.unwrap_or_default();
        self.covered_by.as_deref().filter(|_| !is_static)
    }

    /// What about it cannot be.
    fn contradiction(&self) -> Option<&'static str> {
        let is_covered = self.covering().is_some_and(|tests| !tests.is_empty());
        match self.status {
            Status::Survived if !self.killers().is_empty() => {
                Some("it is `Survived`, and `killedBy` names a test")
            }
            Status::NoCoverage if !self.killers().is_empty() => {
                Some("it is `NoCoverage`, and `killedBy` names a test")
            }
            Status::NoCoverage if is_covered => {
                Some("it is `NoCoverage`, and `coveredBy` names a test")
            }
            _ => None,
        }
    }
}

#[derive(Debug, Deserialize)]
struct Location {
    start: Position,
    end: Option<Position>,
}

impl Location {
    /// The text here, from the start to just before the end; `None` where the source has no such
    /// place.
    fn text<'a>(&self, source: &'a str) -> Option<&'a str> {
        let (start, end) = (self.start.offset(source)?, self.end?.offset(source)?);
        source.get(start..end)
    }
}

/// A line and a column, both from 1.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Position {
    line: u32,
    column: u32,
}

impl Position {
    /// Where this is in a source, in bytes. Columns count the units of UTF-16, as the tools' own
    /// languages do.
    fn offset(self, source: &str) -> Option<usize> {
        let n_before = usize::try_from(self.line).ok()?.checked_sub(1)?;
        let n_units = usize::try_from(self.column).ok()?.checked_sub(1)?;
        let mut lines = source.split_inclusive('\n');
        let start: usize = { lines.by_ref() }.take(n_before).map(str::len).sum();
        let line = lines.next()?.trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units == n_units {
                return Some(start + at);
            }
            units += c.len_utf16();
        }
        (units == n_units).then_some(start + line.len())
    }
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
/// A tool that stops at the first killer leaves the other tests without a verdict on that mutant; they
/// are neither passed nor failed, and the record says that it is no full matrix. A mutant that is killed or timed out and names no killer is a kill
/// by the suite's property `unnamed-test`, and a time-out by the floor too. A mutant that the schema
/// calls invalid (it does not compile, or cannot be run), that is ignored or pending is withdrawn. So
/// the suite's rate is the schema's own score: killed and timed out, of these and those that survive
/// or have no coverage.
///
/// # Errors
/// When the text is not such a report, is of an unknown version, names no test, or has a mutant twice
/// or one that contradicts itself.
pub fn mutation_testing_elements(
    text: &str,
    options: &ImportOptions,
) -> Result<Record, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    let Version { schema_version } = serde_json::from_str(text)?;
    if let Some(version) = schema_version.filter(|version| !is_known(version)) {
        return Err(ImportError::UnknownVersion(version));
    }
    let report: Report = serde_json::from_str(text)?;
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    let test_files = report.test_files.iter().flat_map(|files| files.0.values());
    for test in test_files.flat_map(|file| &file.tests) {
        let before = named.insert(&test.id, &test.name);
        // An id that stands twice with one name is one test.
        if before.is_some_and(|name| name != test.name) {
            return Err(ImportError::SameTest(test.id.clone()));
        }
    }
    let mutants = || report.files.0.values().flat_map(|file| &file.mutants);
    let mentioned = mutants()
        .flat_map(|mutant| { mutant.killers().iter() }.chain(mutant.covered_by.iter().flatten()));
    let tests: BTreeSet<&str> = mentioned
        .map(String::as_str)
        .chain(named.keys().copied())
        .collect();
    if tests.is_empty() {
        let problem = "no mutant has `killedBy` or `coveredBy`, and there are no `testFiles`";
        return Err(ImportError::NoMatrix(problem.to_owned()));
    }
    let named_tests = { tests.iter() }.map(|id| (*id, named.get(id).copied().unwrap_or(id)));
    let tests: Vec<(&str, Test)> = told_apart(&named_tests.collect())
        .into_iter()
        .map(|(id, name)| (id, Test::of_suite(&name)))
        .collect();
    let mut matrix = Matrix::default();
    for (file, mutated) in &report.files.0 {
        let mut ids = BTreeSet::new();
        for reported in &mutated.mutants {
            let is_new = ids.insert(&reported.id);
            let twice = (!is_new).then_some("its file has another one of that `id`");
            if let Some(problem) = twice.or_else(|| reported.contradiction()) {
                return Err(ImportError::Mutant {
                    mutant: format!("{file} {}", reported.id),
                    problem,
                });
            }
            let place = matrix.mutants.len();
            let mutant = mutant(file, mutated.source.as_deref(), reported);
            if mutant.withdrawn.is_none() {
                for (id, test) in &tests {
                    match said(reported, id) {
                        Some(said) => {
                            matrix.said.insert((place, test.clone()), said);
                        }
                        // It might have killed the mutant too.
                        None => matrix.names_first_killers |= reported.status == Status::Killed,
                    }
                }
            }
            matrix.mutants.push((None, mutant));
        }
    }
    matrix.record(options, "mutation-testing-elements", text.as_bytes())
}

/// Whether a report of this version can be read.
fn is_known(version: &str) -> bool {
    let major = version.split('.').next();
    matches!(major.map(str::trim), Some("1" | "2"))
}

fn mutant(file: &str, source: Option<&str>, reported: &ReportedMutant) -> Mutant {
    let before = source.and_then(|source| reported.location.text(source));
    let words = match reported.status {
        Status::CompileError => Some("does not compile"),
        Status::RuntimeError => Some("cannot be run: an error before any test"),
        Status::Ignored => Some("ignored, the report says"),
        Status::Pending => Some("never run"),
        Status::Killed | Status::Survived | Status::NoCoverage | Status::Timeout => None,
    };
    let withdrawn = words.map(|words| match &reported.status_reason {
        Some(reason) => format!("{words}: {reason}"),
        None => words.to_owned(),
    });
    let unattributed = cause(reported.status).filter(|_| reported.killers().is_empty());
    Mutant {
        key: reported.id.clone(),
        operator: reported.mutator_name.clone(),
        file: file.to_owned(),
        line: reported.location.start.line,
        column: reported.location.start.column,
        before: before.unwrap_or_default().to_owned(),
        after: reported.replacement.clone().unwrap_or_default(),
        withdrawn,
        unattributed,
        ..Mutant::default()
    }
}

/// How a mutant is detected; `None` for one that is not.
fn cause(status: Status) -> Option<Cause> {
    match status {
        Status::Killed => Some(Cause::TestFailed),
        Status::Timeout => Some(Cause::LimitExceeded),
        _ => None,
    }
}

/// What a test said of a mutant; `None` when it was not run although it might have said something.
fn said(reported: &ReportedMutant, test: &str) -> Option<Said> {
    if reported.killers().iter().any(|killer| killer == test) {
        let cause = cause(reported.status).unwrap_or(Cause::TestFailed);
        let detail = reported.status_reason.as_deref().unwrap_or_default();
        return Some(Said::failed(cause, detail));
    }
    let Some(covered_by) = reported.covering() else {
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
    // A tool that stopped at the first killer completed fewer tests than cover the mutant, and
    // those that were left might have failed.
    let ran_all = reported
        .tests_completed
        .is_some_and(|n| n >= covered_by.len() as f64);
    match reported.status {
        Status::Survived => Some(Said::passed()),
        // Without a killer any of them may be it.
        Status::Killed if ran_all && !reported.killers().is_empty() => Some(Said::passed()),
        _ => None,
    }
}
