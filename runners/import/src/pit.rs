//! The XML report of PIT with its full mutation matrix.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::Cause;
use killrate_record::Record;

use crate::ImportError;
use crate::matrix::{ImportOptions, Matrix, Mutant, Said, Test};
use crate::pit_report::{Mutation, mutations, wrong};

/// What PIT says became of a mutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Killed,
    Survived,
    NoCoverage,
    /// Detected, by no test that failed in the ordinary way.
    Ended(Cause),
    /// Not judged, for this reason.
    Withdrawn(&'static str),
}

impl Status {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "KILLED" => Self::Killed,
            "SURVIVED" => Self::Survived,
            "NO_COVERAGE" => Self::NoCoverage,
            "TIMED_OUT" | "MEMORY_ERROR" => Self::Ended(Cause::LimitExceeded),
            "RUN_ERROR" => Self::Ended(Cause::Crashed),
            "NON_VIABLE" => Self::Withdrawn("not viable, PIT says"),
            "NOT_STARTED" => Self::Withdrawn("never run, PIT says"),
            "STARTED" => Self::Withdrawn("begun but not finished, PIT says"),
            _ => return None,
        })
    }
}

/// The record of a PIT report, made with `fullMutationMatrix` or without.
///
/// Without, PIT stops at the first killer, which is all that it names: no other test has a verdict on
/// that mutant, every test passes on one that survives, and the record says that it is no full matrix.
///
/// A test is judged on the mutants that it ran on, and on mutants without coverage, which no test
/// reaches. Which others it would not have reached, the report does not say of single tests, so those
/// pairs have no verdict. A time-out, a lack of memory or an error of the run that no test is named
/// for is a kill by the suite's property `unnamed-test` and by the floor, because PIT counts it as
/// detected. Mutants that are not viable, or whose run was not begun or not finished, are withdrawn;
/// so the suite's rate is PIT's own score without these.
///
/// # Errors
/// When the text is not such a report, is not complete, has a matrix of some mutations only, or
/// contradicts itself.
pub fn pit(text: &str, options: &ImportOptions) -> Result<Record, ImportError> {
    let mutations = mutations(text)?;
    let named = mutations.iter().flat_map(|mutation| {
        let succeeding = mutation.succeeding.as_deref().unwrap_or_default();
        [&mutation.killing, succeeding, &mutation.covering].map(tests_of)
    });
    // Mutants without coverage are judged by every test, so all tests must be known first.
    let all: BTreeSet<Test> = named.flatten().collect();
    let mut n_called: BTreeMap<(&str, &str, &str, String), u32> = BTreeMap::new();
    let is_matrix = mutations
        .iter()
        .any(|mutation| mutation.succeeding.is_some());
    let mut matrix = Matrix {
        names_no_test: all.is_empty() && !is_matrix,
        ..Matrix::default()
    };
    for (place, mutation) in mutations.iter().enumerate() {
        let number = place + 1;
        let lacks = |what| ImportError::Lacks { number, what };
        let line = mutation.line.trim().parse();
        if is_matrix && mutation.succeeding.is_none() {
            let problem = format!("mutation {number} has no `succeedingTests`, and others have");
            return Err(ImportError::NoMatrix(problem));
        }
        let killing = tests_of(&mutation.killing);
        let succeeding = mutation.succeeding.as_deref().map(tests_of);
        let status = status(mutation, &killing, succeeding.as_deref())?;
        matrix.names_first_killers |= !is_matrix && status == Status::Killed;
        let cause = match status {
            Status::Ended(cause) => cause,
            _ => Cause::TestFailed,
        };
        let mut say = |test: Test, said: Said| matrix.said.insert((place, test), said);
        match status {
            Status::Withdrawn(_) => {}
            Status::NoCoverage => {
                for test in &all {
                    say(test.clone(), Said::not_reached());
                }
            }
            Status::Killed | Status::Survived | Status::Ended(_) => {
                // A mutant that no test is named for survives all of them.
                let survived = || match status {
                    Status::Survived => all.iter().cloned().collect(),
                    _ => Vec::new(),
                };
                for test in succeeding.unwrap_or_else(survived) {
                    say(test, Said::passed());
                }
                for test in &killing {
                    say(test.clone(), Said::failed(cause, &mutation.description));
                }
            }
        }
        if mutation.mutator.is_empty() {
            return Err(lacks("mutator"));
        }
        let ordinal = n_called.entry(mutation.identity()).or_default();
        *ordinal += 1;
        matrix.mutants.push((
            None,
            Mutant {
                key: match *ordinal {
                    1 => mutation.key(),
                    ordinal => format!("{}#{ordinal}", mutation.key()),
                },
                operator: mutation.mutator.clone(),
                file: mutation.file.clone(),
                function: format!("{}.{}", mutation.class, mutation.method),
                line: line.map_err(|_| lacks("lineNumber"))?,
                after: mutation.description.clone(),
                withdrawn: match status {
                    Status::Withdrawn(reason) => Some(reason.to_owned()),
                    _ => None,
                },
                unattributed: match status {
                    Status::Ended(cause) if killing.is_empty() => Some(cause),
                    _ => None,
                },
                is_uncovered: status == Status::NoCoverage,
                ..Mutant::default()
            },
        ));
    }
    matrix.record(options, "PIT", text.as_bytes())
}

/// The status of a mutation that names these tests.
fn status(
    mutation: &Mutation,
    killing: &[Test],
    succeeding: Option<&[Test]>,
) -> Result<Status, ImportError> {
    let is_matrix = succeeding.is_some();
    let succeeding = succeeding.unwrap_or_default();
    let name = &mutation.status;
    let status = Status::named(name);
    let is_covered = !tests_of(&mutation.covering).is_empty();
    let both = killing.iter().find(|test| succeeding.contains(test));
    let problem = match (status, killing.len(), succeeding.len()) {
        (None, ..) => format!("PIT has no status `{name}`"),
        _ if both.is_some() => "a test is named as killing and as succeeding".to_owned(),
        (Some(Status::NoCoverage), ..) if is_covered => {
            "it is `NO_COVERAGE`, and a covering test is named".to_owned()
        }
        (Some(Status::Killed), 0, _) => "it is `KILLED`, and no killing test is named".to_owned(),
        (Some(Status::Survived | Status::NoCoverage), 1.., _) => {
            format!("it is `{name}`, and a killing test is named")
        }
        (Some(Status::Survived), 0, 0) if is_matrix => {
            "it is `SURVIVED`, and no test is named".to_owned()
        }
        (Some(Status::NoCoverage), _, 1..) => {
            "it is `NO_COVERAGE`, and a succeeding test is named".to_owned()
        }
        (Some(status), ..) => return Ok(status),
    };
    Err(wrong(
        mutation.at,
        format!("{problem}; run PIT again with `fullMutationMatrix`"),
    ))
}

/// The tests of a list, which a `|` sets apart; within brackets it belongs to a test, such as to the
/// argument in `max[1|2](Test)`.
fn tests_of(list: &str) -> Vec<Test> {
    let mut depth = 0_u32;
    let is_mark = |c: char| {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '|' && depth == 0
    };
    let mut names: Vec<&str> = list.split(is_mark).collect();
    if depth > 0 {
        // A bracket that nothing closes says nothing of the marks after it.
        names = list.split('|').collect();
    }
    let trimmed = names.into_iter().map(str::trim);
    let tests = trimmed.filter(|name| !name.is_empty());
    tests.map(Test::of_suite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_list(list: &str, expected: &[&str]) {
        let tests = tests_of(list);
        let found: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_list_is_split_between_tests_and_not_within_one() {
        check_list("a|b", &["a", "b"]);
        check_list("a", &["a"]);
        check_list(" | ", &[]);
        check_list("max[1|2](T)|max(3|4)|b", &["max[1|2](T)", "max(3|4)", "b"]);
        check_list("[a|(b|c)|d]|e", &["[a|(b|c)|d]", "e"]);
        check_list("a)|b", &["a)", "b"]);
        check_list("a[|b|c", &["a[", "b", "c"]);
    }
}
