//! The kill maps of Major: one line per test that kills a mutant.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::Cause;
use killrate_record::Record;

use crate::ImportError;
use crate::lines::Lines;
use crate::matrix::{ImportOptions, Matrix, Mutant, Said, Test};
use crate::names::told_apart;

/// The files that Major writes.
#[derive(Debug, Clone, Copy)]
pub struct MajorFiles<'a> {
    /// `killMap.csv`: `TestNo,MutantNo,[FAIL | TIME | EXC]`.
    pub kill_map: &'a str,
    /// `mutants.log`: every mutant, killed or not.
    pub mutants: &'a str,
    /// `testMap.csv`: the names of the tests; their numbers stand in where it is absent.
    pub tests: Option<&'a str>,
    /// `covMap.csv`: which tests reach which mutants; all are taken to be run where it is absent.
    pub coverage: Option<&'a str>,
}

const KILL_MAP: &str = "kill map";
const TEST_MAP: &str = "test map";
const COVERAGE_MAP: &str = "coverage map";
const MUTANTS: &str = "list of mutants";

/// The record of a kill map.
///
/// # Errors
/// When a file is not what Major writes, has a number twice, or names a mutant that the list does not
/// have.
pub fn major(files: &MajorFiles<'_>, options: &ImportOptions) -> Result<Record, ImportError> {
    let mut matrix = Matrix::default();
    let mut places = BTreeMap::new();
    let log = files.mutants.trim_start_matches('\u{feff}');
    for (line, text) in (1..).zip(log.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let problem = "it is not `NUMBER:OPERATOR:FROM:TO:PLACE:LINE:CHANGE`";
        let mutant = mutant(text).ok_or_else(|| wrong(MUTANTS, line, problem.to_owned()))?;
        let place = matrix.mutants.len();
        if places.insert(mutant.key.clone(), place).is_some() {
            let problem = format!("there is a mutant {} already", mutant.key);
            return Err(wrong(MUTANTS, line, problem));
        }
        matrix.mutants.push((None, mutant));
    }

    let kills = rows(KILL_MAP, files.kill_map, 3)?;
    let covered = files
        .coverage
        .map(|text| rows(COVERAGE_MAP, text, 2))
        .transpose()?;
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (line, cells) in files
        .tests
        .map(|text| rows(TEST_MAP, text, 2))
        .transpose()?
        .into_iter()
        .flatten()
    {
        // Newer versions add the time that a test takes.
        let [number, name] = first(TEST_MAP, line, cells)?;
        if names.insert(number.clone(), name).is_some() {
            let problem = format!("there is a test {number} already");
            return Err(wrong(TEST_MAP, line, problem));
        }
    }
    // A test that kills nothing stands in the test map alone.
    let mut tests: BTreeSet<String> = names.keys().cloned().collect();
    let mut found: BTreeMap<(usize, String), Cause> = BTreeMap::new();
    for (line, cells) in kills {
        let [test, mutant, how] = first(KILL_MAP, line, cells)?;
        let place = place_of(&places, KILL_MAP, line, &mutant)?;
        let cause = match how.to_ascii_uppercase().as_str() {
            "FAIL" => Cause::TestFailed,
            "TIME" => Cause::LimitExceeded,
            "EXC" => Cause::Crashed,
            _ => {
                let problem = format!("`{how}` is none of FAIL, TIME and EXC");
                return Err(wrong(KILL_MAP, line, problem));
            }
        };
        tests.insert(test.clone());
        found.insert((place, test), cause);
    }
    let mut reached = BTreeSet::new();
    for (line, cells) in covered.iter().flatten().cloned() {
        let [test, mutant] = first(COVERAGE_MAP, line, cells)?;
        let place = place_of(&places, COVERAGE_MAP, line, &mutant)?;
        tests.insert(test.clone());
        reached.insert((place, test));
    }

    let named =
        { tests.iter() }.map(|test| (test.as_str(), names.get(test).unwrap_or(test).as_str()));
    for (test, name) in told_apart(&named.collect()) {
        let named = Test::of_suite(&name);
        for place in 0..matrix.mutants.len() {
            let key = (place, test.to_owned());
            let said = match found.get(&key) {
                Some(cause) => Said::failed(*cause, "by the kill map"),
                // Without a coverage map nothing tells that a test was not run, so a test that did
                // not kill has passed.
                None if covered.is_none() || reached.contains(&key) => Said::passed(),
                None => Said::not_reached(),
            };
            matrix.said.insert((place, named.clone()), said);
        }
    }
    matrix.tells_reach = covered.is_some();
    matrix.record(options, "Major", files.kill_map.as_bytes())
}

/// `4:AOR:+(int,int):-(int,int):pkg.Type@method(int):12:a + b |==> a - b`; the change may hold colons.
///
/// Newer versions have the place in the file, in characters, between the line and the change.
fn mutant(text: &str) -> Option<Mutant> {
    let (number, after_number) = text.split_once(':')?;
    let (operator, rest) = after_number.split_once(':')?;
    // The operators before and after, and then the place: with an `@` where it is in a method.
    let mut parts = rest.splitn(5, ':').skip(2);
    let (place, line, change) = (parts.next()?, parts.next()?, parts.next()?);
    let number: u64 = number.trim().parse().ok()?;
    let change = match change.split_once(':') {
        // No expression starts with a number and a colon.
        Some((at, change)) if is_number(at) => change,
        _ => change,
    };
    // A string of the program may hold the mark too, and most often what is left out holds it.
    let (before, after) = change.rsplit_once("|==>").unwrap_or((change, ""));
    let (class, method) = place.split_once('@').unwrap_or((place, ""));
    Some(Mutant {
        key: number.to_string(),
        operator: operator.to_owned(),
        file: class.to_owned(),
        function: method.to_owned(),
        line: line.trim().parse().ok()?,
        before: before.trim().to_owned(),
        after: after.trim().to_owned(),
        ..Mutant::default()
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn place_of(
    places: &BTreeMap<String, usize>,
    what: &'static str,
    line: u64,
    mutant: &str,
) -> Result<usize, ImportError> {
    places.get(mutant).copied().ok_or_else(|| {
        let problem = format!("the list of mutants has no `{mutant}`");
        wrong(what, line, problem)
    })
}

fn wrong(what: &'static str, line: u64, problem: String) -> ImportError {
    ImportError::Line {
        what,
        line,
        problem,
    }
}

/// The cells of every line below the heading, with the number of the line.
///
/// A first line that starts with a number is no heading, and neither is one with fewer cells than a
/// line has.
fn rows(
    what: &'static str,
    text: &str,
    n_cells: usize,
) -> Result<Vec<(u64, Vec<String>)>, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = Lines::of(text);
    let mut reader = csv::ReaderBuilder::new()
        // Whether there is a heading is decided below, by what the first line holds.
        .has_headers(false)
        // Lines may be of different lengths, because versions of Major add cells.
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows: Vec<(u64, Vec<String>)> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|source| ImportError::Csv { what, source })?;
        let line = lines.line_of(&row);
        rows.push((
            line,
            row.iter().map(|cell| cell.trim().to_owned()).collect(),
        ));
    }
    let Some((_, first)) = rows.first() else {
        return Err(ImportError::EmptyFile(what));
    };
    let has_number = first.first().is_some_and(|cell| is_number(cell));
    if !has_number && first.len() >= n_cells {
        rows.remove(0);
    }
    Ok(rows)
}

/// The first cells of a line; versions of Major differ in what comes after them.
fn first<const N: usize>(
    what: &'static str,
    line: u64,
    cells: Vec<String>,
) -> Result<[String; N], ImportError> {
    let first: Vec<String> = cells.into_iter().take(N).collect();
    first.try_into().map_err(|cells: Vec<String>| {
        let problem = format!("it has {} cells, not {N}", cells.len());
        wrong(what, line, problem)
    })
}
