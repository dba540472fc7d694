//! Tidy CSV: one row per mutant and test.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Cause, MutantClass, Reason, Verdict, unguarded};
use killrate_record::{Basis, Record};

use crate::ImportError;
use crate::lines::Lines;
use crate::matrix::{ImportOptions, Matrix, Mutant, NONE, SUITE, Said, Test};

const MATRIX: &str = "matrix";
/// The mutant that stands for the original.
const ORIGINAL: &str = "original";

/// The columns by name.
struct Columns(BTreeMap<String, usize>);

impl Columns {
    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The text of a cell, without the apostrophe that keeps spreadsheets from running it; empty when
    /// there is no such column.
    fn get<'a>(&self, row: &'a csv::StringRecord, name: &str) -> &'a str {
        let cell = self.0.get(name).and_then(|place| row.get(*place));
        unguarded(cell.unwrap_or_default().trim())
    }
}

/// The record of a tidy matrix.
///
/// The columns `mutant`, `property` (or `test`) and `verdict` (`satisfied`, `violated`,
/// `inconclusive`) or `killed` (`1`, `true`, `0`, `false`) must be there; `subject`, `technique`,
/// `data_set`, `seed`, `class`, `operator`, `file`, `function`, `line`, `before` and `after` may be.
/// What a mutant is may stand on any of its rows. Rows of the mutant `original` tell where a test
/// fails without any mutant; tests without one are taken to pass there.
///
/// # Errors
/// When a column is missing, a cell has another value, a pair has two rows, or rows contradict each
/// other.
pub fn tidy(text: &str, options: &ImportOptions) -> Result<Record, ImportError> {
    let in_csv = |source| ImportError::Csv {
        what: MATRIX,
        source,
    };
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut lines = Lines::of(text);
    let heading = reader.headers().map_err(in_csv)?;
    let names = heading.iter().map(|name| name.trim().to_ascii_lowercase());
    let mut columns = Columns(BTreeMap::new());
    for (name, place) in names.zip(0..) {
        // Nobody asks for a column without a name, so several of these do no harm.
        if columns.0.insert(name.clone(), place).is_some() && !name.is_empty() {
            return Err(wrong(1, format!("its heading has two columns `{name}`")));
        }
    }
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
    let mut places: BTreeMap<(Option<String>, String), usize> = BTreeMap::new();
    let mut originals: Vec<(u64, Test)> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(in_csv)?;
        let line = lines.line_of(&row);
        let wrong = |problem: String| wrong(line, problem);
        let key = columns.get(&row, "mutant");
        if key.is_empty() {
            return Err(wrong("it names no mutant".to_owned()));
        }
        let test = test(&columns, &row, options).map_err(&wrong)?;
        let said = said(&columns, &row).map_err(&wrong)?;
        let before = if key.eq_ignore_ascii_case(ORIGINAL) {
            originals.push((line, test.clone()));
            matrix.on_original.insert(test, said)
        } else {
            let of_row = mutant(&columns, &row).map_err(&wrong)?;
            let id = (test.subject.clone(), key.to_owned());
            let place = *places.entry(id).or_insert_with_key(|(subject, _)| {
                matrix.mutants.push((subject.clone(), of_row.clone()));
                matrix.mutants.len() - 1
            });
            merge(&mut matrix.mutants[place].1, of_row).map_err(&wrong)?;
            matrix.said.insert((place, test), said)
        };
        if before.is_some() {
            let problem = "there is a row for this mutant and test already".to_owned();
            return Err(wrong(problem));
        }
    }
    check_originals(&matrix, &originals)?;
    matrix.record(options, "tidy CSV", text.as_bytes())
}

fn wrong(line: u64, problem: String) -> ImportError {
    ImportError::Line {
        what: MATRIX,
        line,
        problem,
    }
}

/// What a row says of its mutant.
fn mutant(columns: &Columns, row: &csv::StringRecord) -> Result<Mutant, String> {
    let get = |name: &str| columns.get(row, name).to_owned();
    let class = get("class").to_ascii_lowercase();
    let classes = MutantClass::RECORDED.map(MutantClass::name);
    if !class.is_empty() && !classes.contains(&class.as_str()) {
        let problem = format!("`{class}` in `class` is none of {}", classes.join(", "));
        return Err(problem);
    }
    let line = match columns.get(row, "line") {
        // Lines count from 1, so 0 stands for none.
        "" => 0,
        text => { text.parse() }.map_err(|_| format!("`{text}` in `line` is no number"))?,
    };
    Ok(Mutant {
        key: get("mutant"),
        operator: get("operator"),
        class,
        file: get("file"),
        function: get("function"),
        line,
        before: get("before"),
        after: get("after"),
        ..Mutant::default()
    })
}

/// Adds what another row says of a mutant.
fn merge(known: &mut Mutant, of_row: Mutant) -> Result<(), String> {
    let two = |column: &str, known: &str, new: &str| {
        format!("it has `{new}` in `{column}`, and a row before it `{known}` for the same mutant")
    };
    for (column, known, new) in [
        ("class", &mut known.class, of_row.class),
        ("operator", &mut known.operator, of_row.operator),
        ("file", &mut known.file, of_row.file),
        ("function", &mut known.function, of_row.function),
        ("before", &mut known.before, of_row.before),
        ("after", &mut known.after, of_row.after),
    ] {
        if known.is_empty() {
            *known = new;
        } else if !new.is_empty() && *known != new {
            return Err(two(column, known, &new));
        }
    }
    match (known.line, of_row.line) {
        (0, line) => known.line = line,
        (line, new) if new != 0 && new != line => {
            return Err(two("line", &line.to_string(), &new.to_string()));
        }
        _ => {}
    }
    Ok(())
}

/// A row of the original that leaves a cell empty where mutants have one would be about nothing, and
/// its test would be taken to pass.
fn check_originals(matrix: &Matrix, originals: &[(u64, Test)]) -> Result<(), ImportError> {
    let subjects: BTreeSet<&Option<String>> =
        matrix.mutants.iter().map(|(subject, _)| subject).collect();
    let judging: BTreeSet<&Test> = matrix.said.keys().map(|(_, test)| test).collect();
    for (line, test) in originals {
        if !subjects.contains(&test.subject) {
            let problem = match &test.subject {
                Some(subject) => format!("there is no mutant of the subject `{subject}`"),
                None => "its `subject` is empty, and no mutant's is; give it there too".to_owned(),
            };
            return Err(wrong(*line, problem));
        }
        if judging.contains(test) {
            continue;
        }
        let of_test = |other: &&&Test| (&other.subject, &other.name) == (&test.subject, &test.name);
        let mut techniques = judging.iter().filter(of_test).map(|other| &other.technique);
        if techniques.clone().next().is_some() && !techniques.any(|other| *other == test.technique)
        {
            let problem = format!(
                "mutants are judged with this test, but not by the technique `{}`; give theirs there too",
                test.technique
            );
            return Err(wrong(*line, problem));
        }
        let is_filled = |other: &&Test| {
            let is_same = (&other.subject, &other.technique, &other.name)
                == (&test.subject, &test.technique, &test.name);
            let has_data_set = test.data_set == NONE && other.data_set != NONE;
            let has_seed = test.seed.is_none() && other.seed.is_some();
            is_same && (has_data_set || has_seed)
        };
        if judging.iter().any(is_filled) {
            let problem = "it leaves `data_set` or `seed` empty, and rows of mutants with this test do not; \
                           give it there too";
            return Err(wrong(*line, problem.to_owned()));
        }
    }
    Ok(())
}

fn test(
    columns: &Columns,
    row: &csv::StringRecord,
    options: &ImportOptions,
) -> Result<Test, String> {
    let or = |name: &str, otherwise: &str| match columns.get(row, name) {
        "" => otherwise.to_owned(),
        text => text.to_owned(),
    };
    let name = or("property", columns.get(row, "test"));
    if name.is_empty() {
        return Err("it names no property or test".to_owned());
    }
    let subject = columns.get(row, "subject");
    // The subject of the options may be left out or given.
    let is_other = !subject.is_empty() && subject != options.subject.as_str();
    let seed = match columns.get(row, "seed") {
        "" => None,
        text => Some({ text.parse() }.map_err(|_| format!("`{text}` in `seed` is no number"))?),
    };
    Ok(Test {
        subject: is_other.then(|| subject.to_owned()),
        technique: or("technique", SUITE),
        name,
        data_set: or("data_set", NONE),
        seed,
    })
}

fn said(columns: &Columns, row: &csv::StringRecord) -> Result<Said, String> {
    let verdict = columns.get(row, "verdict").to_ascii_lowercase();
    let killed = columns.get(row, "killed").to_ascii_lowercase();
    let failed = || Said::failed(Cause::TestFailed, "by the matrix");
    let killed = match killed.as_str() {
        "" => None,
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => {
            let problem = format!("`{killed}` in `killed` is none of 1, true, 0 and false");
            return Err(problem);
        }
    };
    match (verdict.as_str(), killed) {
        // `killed` may say less than `verdict`, such as 0 for an inconclusive one, but not the
        // opposite.
        ("satisfied", Some(true)) | ("violated", Some(false)) | ("inconclusive", Some(true)) => {
            Err(format!("`{verdict}` in `verdict` contradicts `killed`"))
        }
        ("satisfied", _) | ("", Some(false)) => Ok(Said::passed()),
        ("violated", _) | ("", Some(true)) => Ok(failed()),
        ("inconclusive", _) => Ok(Said {
            verdict: Verdict::Inconclusive(Reason::UnusableOutput {
                detail: "by the matrix".to_owned(),
            }),
            basis: Basis::Run,
        }),
        ("", None) => Err("it has neither a `verdict` nor `killed`".to_owned()),
        (verdict, _) => Err(format!(
            "`{verdict}` in `verdict` is none of satisfied, violated and inconclusive"
        )),
    }
}
