//! The files that Major writes, line by line.

use std::collections::BTreeMap;

use killrate_model::Cause;

use crate::ImportError;
use crate::lines::Lines;
use crate::matrix::{Matrix, Mutant};

const MUTANTS: &str = "list of mutants";

/// The mutants of `mutants.log`, and where each number stands among them.
pub(crate) fn mutants(log: &str) -> Result<(Matrix, BTreeMap<String, usize>), ImportError> {
    let mut matrix = Matrix::default();
    let mut places = BTreeMap::new();
    let log = log.trim_start_matches('\u{feff}');
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
    Ok((matrix, places))
}

/// How a mutant was killed, in Major's words; nothing for another word.
pub(crate) fn cause_of(how: &str) -> Option<Cause> {
    Some(match how.to_ascii_uppercase().as_str() {
        "FAIL" => Cause::TestFailed,
        "TIME" => Cause::LimitExceeded,
        "EXC" => Cause::Crashed,
        _ => return None,
    })
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

/// The place of the mutant that a line names.
pub(crate) fn place_of(
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

/// A line that says nothing that can be used.
pub(crate) fn wrong(what: &'static str, line: u64, problem: String) -> ImportError {
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
pub(crate) fn rows(
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
pub(crate) fn first<const N: usize>(
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
