//! Tidy CSV: one row per mutant and test.

use std::collections::BTreeMap;

use killrate_model::{Cause, Reason, Verdict};
use killrate_record::{Basis, Record};

use crate::ImportError;
use crate::matrix::{ImportOptions, Matrix, Mutant, SUITE, Said, Test};

const MATRIX: &str = "matrix";
/// The mutant that stands for the original.
const ORIGINAL: &str = "original";

/// The columns by name.
struct Columns(BTreeMap<String, usize>);

impl Columns {
    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The text of a cell; empty when there is no such column.
    fn get<'a>(&self, row: &'a csv::StringRecord, name: &str) -> &'a str {
        let cell = self.0.get(name).and_then(|place| row.get(*place));
        cell.unwrap_or_default().trim()
    }
}

/// The record of a tidy matrix.
///
/// The columns `mutant`, `property` (or `test`) and `verdict` (`satisfied`, `violated`,
/// `inconclusive`) or `killed` (`1`, `true`, `0`, `false`) must be there; `subject`, `technique`,
/// `data_set`, `class`, `operator`, `file`, `function`, `line`, `before` and `after` may be. Rows of
/// the mutant `original` tell where a test fails without any mutant; tests without one are taken to
/// pass there.
///
/// # Errors
/// When a column is missing, a cell has another value, or a pair has two rows.
pub fn tidy(text: &str, options: &ImportOptions) -> Result<Record, ImportError> {
    let in_csv = |source| ImportError::Csv {
        what: MATRIX,
        source,
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heading = reader.headers().map_err(in_csv)?;
    let names = heading.iter().map(|name| name.trim().to_ascii_lowercase());
    let columns = Columns(names.zip(0..).collect());
    if !columns.has("mutant") {
        return Err(ImportError::NoColumn("`mutant`"));
    }
    if !columns.has("property") && !columns.has("test") {
        return Err(ImportError::NoColumn("`property` or `test`"));
    }
    if !columns.has("verdict") && !columns.has("killed") {
        return Err(ImportError::NoColumn("`verdict` or `killed`"));
    }
    let mut matrix = Matrix::default();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    for row in reader.records() {
        let row = row.map_err(in_csv)?;
        let line = row.position().map_or(0, csv::Position::line);
        let wrong = |problem: String| ImportError::Line {
            what: MATRIX,
            line,
            problem,
        };
        let get = |name: &str| columns.get(&row, name).to_owned();
        let (subject, key) = (get("subject"), get("mutant"));
        if key.is_empty() {
            return Err(wrong("it names no mutant".to_owned()));
        }
        let test = test(&columns, &row).map_err(&wrong)?;
        let said = said(&columns, &row).map_err(&wrong)?;
        let before = if key == ORIGINAL {
            matrix.on_original.insert(test, said)
        } else {
            let place = *places
                .entry((subject.clone(), key.clone()))
                .or_insert_with(|| {
                    let subject = Some(subject.clone()).filter(|subject| !subject.is_empty());
                    let line = get("line").parse().unwrap_or_default();
                    let mutant = Mutant {
                        key: key.clone(),
                        operator: get("operator"),
                        class: get("class"),
                        file: get("file"),
                        function: get("function"),
                        line,
                        before: get("before"),
                        after: get("after"),
                        ..Mutant::default()
                    };
                    matrix.mutants.push((subject, mutant));
                    matrix.mutants.len() - 1
                });
            matrix.said.insert((place, test), said)
        };
        if before.is_some() {
            let problem = "there is a row for this mutant and test already".to_owned();
            return Err(wrong(problem));
        }
    }
    matrix.record(options, "tidy CSV", text.as_bytes())
}

fn test(columns: &Columns, row: &csv::StringRecord) -> Result<Test, String> {
    let or = |name: &str, otherwise: &str| match columns.get(row, name) {
        "" => otherwise.to_owned(),
        text => text.to_owned(),
    };
    let name = or("property", columns.get(row, "test"));
    if name.is_empty() {
        return Err("it names no property or test".to_owned());
    }
    let subject = columns.get(row, "subject").to_owned();
    Ok(Test {
        subject: Some(subject).filter(|subject| !subject.is_empty()),
        technique: or("technique", SUITE),
        name,
        data_set: or("data_set", "none"),
    })
}

fn said(columns: &Columns, row: &csv::StringRecord) -> Result<Said, String> {
    let verdict = columns.get(row, "verdict").to_ascii_lowercase();
    let killed = columns.get(row, "killed").to_ascii_lowercase();
    let failed = || Said::failed(Cause::TestFailed, "by the matrix");
    match (verdict.as_str(), killed.as_str()) {
        ("satisfied", _) | ("", "0" | "false") => Ok(Said::passed()),
        ("violated", _) | ("", "1" | "true") => Ok(failed()),
        ("inconclusive", _) => Ok(Said {
            verdict: Verdict::Inconclusive(Reason::UnusableOutput {
                detail: "by the matrix".to_owned(),
            }),
            basis: Basis::Run,
        }),
        ("", killed) => Err(format!(
            "`{killed}` in `killed` is none of 1, true, 0 and false"
        )),
        (verdict, _) => Err(format!(
            "`{verdict}` in `verdict` is none of satisfied, violated and inconclusive"
        )),
    }
}
