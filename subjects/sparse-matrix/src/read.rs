//! Reading matrices from Matrix Market files.

use crate::compressed::{Compressed, Entry};
use crate::error::InputError;
use std::fs;

const BANNER: [&str; 5] = [
    "%%matrixmarket",
    "matrix",
    "coordinate",
    "integer",
    "general",
];

/// Reads the matrix of a file.
pub fn read_matrix(path: &str) -> Result<Compressed, InputError> {
    let text = fs::read_to_string(path).map_err(|cause| InputError::Read {
        path: path.to_owned(),
        cause,
    })?;
    parse_matrix(&text).map_err(|problem| InputError::Line {
        path: path.to_owned(),
        line: problem.line,
        reason: problem.reason,
    })
}

/// Why a text is no matrix, and where.
#[derive(Debug, PartialEq, Eq)]
struct Problem {
    line: usize,
    reason: String,
}

fn problem<T>(line: usize, reason: impl Into<String>) -> Result<T, Problem> {
    let reason = reason.into();
    Err(Problem { line, reason })
}

fn parse_matrix(text: &str) -> Result<Compressed, Problem> {
    let mut lines = text.lines();
    let banner = lines.next().unwrap_or_default().to_ascii_lowercase();
    if !banner.split_ascii_whitespace().eq(BANNER) {
        let expected = "%%MatrixMarket matrix coordinate integer general";
        return problem(
            1,
            format!("it does not begin with `{expected}`; write that"),
        );
    }
    let mut number = 1;
    let mut size: Option<[usize; 3]> = None;
    let mut entries = Vec::new();
    for line in lines {
        number += 1;
        if line.starts_with('%') || line.trim().is_empty() {
            continue;
        }
        let mut words = line.split_ascii_whitespace();
        let (first, second, third) = (words.next(), words.next(), words.next());
        if words.next().is_some() {
            return problem(number, "it has more than three words; leave them out");
        }
        match size {
            None => {
                size = Some([
                    count(first, number)?,
                    count(second, number)?,
                    count(third, number)?,
                ])
            }
            Some([n_rows, n_columns, _]) => entries.push(Entry {
                row: place(first, n_rows, number)?,
                column: place(second, n_columns, number)?,
                value: value(third, number)?,
            }),
        }
    }
    let Some([n_rows, n_columns, n_entries]) = size else {
        return problem(
            number,
            "the numbers of rows, columns and entries are missing",
        );
    };
    if entries.len() != n_entries {
        let n_there = entries.len();
        return problem(
            number,
            format!("{n_entries} entries are announced, not {n_there}"),
        );
    }
    let matrix = Compressed::from_entries(n_rows, n_columns, &entries);
    match repeated_place(&matrix) {
        None => Ok(matrix),
        Some((row, column)) => problem(number, format!("the place {row} {column} is there twice")),
    }
}

/// The first place with two entries, counted from 1.
fn repeated_place(matrix: &Compressed) -> Option<(usize, usize)> {
    // For each column the last row with an entry there, counted from 1.
    let mut last_row = vec![0; matrix.n_columns];
    for row in 0..matrix.n_rows {
        for i in matrix.row_starts[row]..matrix.row_starts[row + 1] {
            let column = matrix.columns[i];
            if last_row[column] == row + 1 {
                return Some((row + 1, column + 1));
            }
            last_row[column] = row + 1;
        }
    }
    None
}

/// More rows or columns than this are a mistake, and would take all memory.
const MOST: usize = 1_000_000;

fn count(word: Option<&str>, line: usize) -> Result<usize, Problem> {
    match word.and_then(|word| word.parse().ok()) {
        Some(count) if count <= MOST => Ok(count),
        _ => problem(
            line,
            format!("it needs three whole numbers of at most {MOST}"),
        ),
    }
}

/// A row or column, which files count from 1.
fn place(word: Option<&str>, n_places: usize, line: usize) -> Result<usize, Problem> {
    match word.and_then(|word| word.parse::<usize>().ok()) {
        Some(place) if place >= 1 && place <= n_places => Ok(place - 1),
        _ => problem(
            line,
            format!("a row or column is not one of 1 to {n_places}"),
        ),
    }
}

fn value(word: Option<&str>, line: usize) -> Result<i64, Problem> {
    match word.and_then(|word| word.parse().ok()) {
        Some(value) => Ok(value),
        None => problem(line, "the value is no whole number of 64 bits"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "%%MatrixMarket matrix coordinate integer general\n";

    #[track_caller]
    fn check_refused(rest: &str, line: usize, reason: &str) {
        let reason = reason.to_owned();
        let read = parse_matrix(&format!("{HEAD}{rest}"));
        assert_eq!(read, Err(Problem { line, reason }));
    }

    #[test]
    fn entries_of_any_order_are_read() {
        let text = format!("{HEAD}% a comment\n2 3 3\n2 1 -7\n\n1 3 5\n2 3 0\n");
        let matrix = parse_matrix(&text).expect("it is right");
        assert_eq!((matrix.n_rows, matrix.n_columns), (2, 3));
        assert_eq!(matrix.row_starts, [0, 1, 3]);
        assert_eq!(matrix.columns, [2, 0, 2]);
        assert_eq!(matrix.values, [5, -7, 0]);
    }

    #[test]
    fn what_is_no_matrix_is_told_with_its_line() {
        let banner = parse_matrix("1 1 0\n").expect_err("it has no banner");
        assert_eq!(banner.line, 1);
        check_refused(
            "",
            1,
            "the numbers of rows, columns and entries are missing",
        );
        check_refused(
            "2 2\n",
            2,
            "it needs three whole numbers of at most 1000000",
        );
        check_refused(
            "2000000 2 0\n",
            2,
            "it needs three whole numbers of at most 1000000",
        );
        check_refused("2 2 1\n", 2, "1 entries are announced, not 0");
        check_refused("2 2 1\n3 1 5\n", 3, "a row or column is not one of 1 to 2");
        check_refused("2 2 1\n1 0 5\n", 3, "a row or column is not one of 1 to 2");
        check_refused(
            "2 2 1\n1 1 0.5\n",
            3,
            "the value is no whole number of 64 bits",
        );
        check_refused(
            "2 2 1\n1 1 5 6\n",
            3,
            "it has more than three words; leave them out",
        );
        check_refused(
            "2 2 3\n1 1 5\n2 2 1\n1 1 5\n",
            5,
            "the place 1 1 is there twice",
        );
    }
}
