//! The `mutation-testing-report-schema`, which mutation-testing-elements shows in a browser.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Cause, MutantStatus, SubjectName, Verdict, hint};
use killrate_record::{Basis, MutantRow, Record, VerdictRow};
use serde::Serialize;

use crate::cases::{Cases, TestKey};
use crate::location::{Location, Position, locate};

/// The version of the schema that is written.
const SCHEMA_VERSION: &str = "2.0";
/// Where the web component draws the lines between its colours; it demands some.
const THRESHOLDS: Thresholds = Thresholds { high: 80, low: 60 };
/// Has the original as its oracle, so by itself it kills all that can be killed.
const REFERENCE: &str = "reference";

/// The text of every mutated file, by subject and path.
pub type Sources = BTreeMap<(SubjectName, String), String>;

/// What to write.
#[derive(Debug, Clone, Default)]
pub struct ElementsOptions {
    /// The techniques whose judgements count as tests; all but `reference` when empty.
    pub techniques: Vec<String>,
}

/// Why a record cannot be written so.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The source is not at hand.
    #[error(
        "there is no source `{file}` of subject `{subject}`, which the format holds; export in the project that the record was made in"
    )]
    NoSource {
        /// Which subject.
        subject: SubjectName,
        /// Which file.
        file: String,
    },
    /// The source has changed.
    #[error(
        "`{file}` of subject `{subject}` is not what mutant `{mutant}` was made from; run the study again"
    )]
    Stale {
        /// Which subject.
        subject: SubjectName,
        /// Which file.
        file: String,
        /// Which mutant.
        mutant: String,
    },
    /// A technique that did not judge anything.
    #[error("the record has no technique `{name}`; {hint}")]
    UnknownTechnique {
        /// What was asked for.
        name: String,
        /// The nearest name, or all there are.
        hint: String,
    },
}

/// The record as a report of that schema, in JSON.
///
/// A judgement is a test, and a test kills a mutant as under the policy `strict`: it is satisfied on
/// the original, and on the mutant it is violated or comes to no answer because a run ends abnormally or
/// leaves an output that cannot be used.
/// Every killer is named. A mutant is timed out when all violations are that it does not end, and is
/// without coverage when no test reaches it.
///
/// # Errors
/// When a source is missing or is not what the mutants were made from, or a technique is unknown.
pub fn mutation_testing_elements(
    record: &Record,
    sources: &Sources,
    options: &ElementsOptions,
) -> Result<String, ExportError> {
    check_techniques(record, options)?;
    let is_chosen = |technique: &str| match options.techniques.as_slice() {
        [] => technique != REFERENCE,
        chosen => chosen.iter().any(|name| name == technique),
    };
    let cases = Cases::of(record, is_chosen);
    let mut files: BTreeMap<String, FileResult<'_>> = BTreeMap::new();
    // Other tools have no word for a variant that nothing should kill.
    for row in record.mutants.iter().filter(|row| !row.is_placebo()) {
        let key = (row.subject.clone(), row.file.clone());
        let source = sources.get(&key).ok_or_else(|| ExportError::NoSource {
            subject: row.subject.clone(),
            file: row.file.clone(),
        })?;
        let mutant = mutant_result(row, source, &cases)?;
        let entry = files.entry(format!("{}/{}", row.subject, row.file));
        let file = entry.or_insert_with(|| FileResult {
            language: "rust",
            source,
            mutants: Vec::new(),
        });
        file.mutants.push(mutant);
    }
    let mut test_files: BTreeMap<String, TestFile> = BTreeMap::new();
    for key in &cases.tests {
        let test = TestDefinition {
            id: key.id(),
            name: key.name(),
        };
        test_files.entry(key.file()).or_default().tests.push(test);
    }
    let report = Report {
        schema_version: SCHEMA_VERSION,
        thresholds: THRESHOLDS,
        files,
        test_files,
        framework: Framework {
            name: "killrate",
            version: &record.provenance.tool_version,
        },
    };
    Ok(serde_json::to_string_pretty(&report).expect("texts and numbers have a JSON form") + "\n")
}

fn check_techniques(record: &Record, options: &ElementsOptions) -> Result<(), ExportError> {
    let rows = record.verdicts.iter();
    let known: BTreeSet<&str> = rows.map(|row| row.technique.as_str()).collect();
    match options
        .techniques
        .iter()
        .find(|name| !known.contains(name.as_str()))
    {
        Some(name) => Err(ExportError::UnknownTechnique {
            name: name.clone(),
            hint: hint(name, known),
        }),
        None => Ok(()),
    }
}

fn mutant_result(
    row: &MutantRow,
    source: &str,
    cases: &Cases<'_>,
) -> Result<MutantResult, ExportError> {
    let start = Position {
        line: row.line,
        column: row.column,
    };
    let location = locate(source, start, &row.before).ok_or_else(|| ExportError::Stale {
        subject: row.subject.clone(),
        file: row.file.clone(),
        mutant: row.mutant.0.clone(),
    })?;
    let cell = cases.judged.get(&(&row.subject, row.mutant.0.as_str()));
    // A mutant that no chosen technique judges has no tests.
    let judged = cell.map_or(&[][..], Vec::as_slice);
    // A test that fails on the original counts nowhere, or it would kill and cover what it says
    // nothing of.
    let is_sound = |(key, _): &&(TestKey<'_>, &VerdictRow)| !cases.unsound.contains(key);
    let sound: Vec<_> = judged.iter().filter(is_sound).collect();
    let covering = sound
        .iter()
        // A test that reaches a mutant covers it, also where the mutant's value never differs.
        .filter(|(_, row)| row.basis != Basis::NotReached);
    let covered_by: Vec<String> = covering.map(|(key, _)| key.id()).collect();
    let killers: Vec<(&TestKey<'_>, &Verdict)> = sound
        .iter()
        .filter(|(_, row)| row.verdict.is_noticed())
        .map(|(key, row)| (key, &row.verdict))
        .collect();
    let (status, status_reason) = match &row.status {
        // The schema has no word for what was taken out; this one keeps it out of the score too.
        MutantStatus::Withdrawn { reason } => ("CompileError", Some(reason.clone())),
        MutantStatus::Woven => (status(&killers, &covered_by), reasons(&killers)),
    };
    Ok(MutantResult {
        id: format!("{} {}", row.subject, row.mutant),
        mutator_name: row.operator.0.clone(),
        description: row.class.name(),
        replacement: row.after.clone(),
        location,
        status,
        status_reason,
        killed_by: killers.iter().map(|(key, _)| key.id()).collect(),
        tests_completed: sound.len(),
        covered_by,
    })
}

fn status(killers: &[(&TestKey<'_>, &Verdict)], covered_by: &[String]) -> &'static str {
    let causes: Vec<Cause> = killers
        .iter()
        .filter_map(|(_, verdict)| match verdict {
            Verdict::Violated(evidence) => Some(evidence.cause),
            // That a run ended abnormally does not say whether it would have ended at all.
            _ => None,
        })
        .collect();
    let is_endless = |cause: &Cause| matches!(cause, Cause::OutOfFuel | Cause::LimitExceeded);
    match killers {
        [] if covered_by.is_empty() => "NoCoverage",
        [] => "Survived",
        _ if !causes.is_empty() && causes.iter().all(is_endless) => "Timeout",
        _ => "Killed",
    }
}

/// What each killer says, a line each.
fn reasons(killers: &[(&TestKey<'_>, &Verdict)]) -> Option<String> {
    let line = |(key, verdict): &(&TestKey<'_>, &Verdict)| {
        let detail = match verdict {
            Verdict::Violated(evidence) => evidence.detail.as_str(),
            Verdict::Inconclusive(reason) => reason.detail(),
            Verdict::Satisfied | Verdict::SatisfiedByTolerance => "",
        };
        format!("{}: {detail}", key.name())
    };
    let lines: Vec<String> = killers.iter().map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    schema_version: &'a str,
    thresholds: Thresholds,
    files: BTreeMap<String, FileResult<'a>>,
    test_files: BTreeMap<String, TestFile>,
    framework: Framework<'a>,
}

#[derive(Serialize)]
struct Thresholds {
    high: u8,
    low: u8,
}

#[derive(Serialize)]
struct FileResult<'a> {
    language: &'a str,
    source: &'a str,
    mutants: Vec<MutantResult>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MutantResult {
    id: String,
    mutator_name: String,
    description: &'static str,
    replacement: String,
    location: Location,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_reason: Option<String>,
    killed_by: Vec<String>,
    covered_by: Vec<String>,
    tests_completed: usize,
}

#[derive(Serialize, Default)]
struct TestFile {
    tests: Vec<TestDefinition>,
}

#[derive(Serialize)]
struct TestDefinition {
    id: String,
    name: String,
}

#[derive(Serialize)]
struct Framework<'a> {
    name: &'a str,
    version: &'a str,
}
