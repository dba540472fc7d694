//! Whether two records say the same.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::folder::{read_bytes, read_table};
use crate::table::Row;
use crate::write::label;
use crate::{
    ChainRow, FuelRow, LineRow, MutantRow, OutputRow, Provenance, ReachRow, RecordError,
    SameCodeRow, SkippedRow, VerdictRow, files, open,
};

/// Something that two records do not share; costs never count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// A fact of the provenance differs.
    Provenance {
        /// Where in the JSON, as `subjects.c45.source`.
        field: String,
        /// What the first record says, if it says anything.
        first: Option<String>,
        /// What the second record says, if it says anything.
        second: Option<String>,
    },
    /// Only one of the records has this row.
    Row {
        /// The table.
        file: &'static str,
        /// The key of the row.
        row: String,
        /// The record that has it.
        only_in: Side,
    },
    /// Both records have this row, and a cell of it differs.
    Cell {
        /// The table.
        file: &'static str,
        /// The key of the row.
        row: String,
        /// The column of the cell.
        column: &'static str,
        /// What the first record says, if it says anything.
        first: Option<String>,
        /// What the second record says, if it says anything.
        second: Option<String>,
    },
    /// The bytes of a file differ although it says the same; a fault of whoever wrote it.
    Bytes {
        /// The file.
        file: &'static str,
    },
}

/// One of the two records compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The one named first.
    First,
    /// The one named second.
    Second,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| match value {
            Some(text) => format!("`{text}`"),
            None => "nothing".to_owned(),
        };
        match self {
            Self::Provenance {
                field,
                first,
                second,
            } => write!(
                f,
                "{}: {field} was {}, is {}",
                files::PROVENANCE,
                shown(first),
                shown(second)
            ),
            Self::Row { file, row, only_in } => {
                write!(f, "{file}: {row}: only in the {only_in} record")
            }
            Self::Cell {
                file,
                row,
                column,
                first,
                second,
            } => write!(
                f,
                "{file}: {row}: {column} was {}, is {}",
                shown(first),
                shown(second)
            ),
            Self::Bytes { file } => write!(f, "{file}: same rows, other bytes"),
        }
    }
}

/// Everything that two records do not share, in the order of the files; costs are left out.
///
/// # Errors
/// When one of the records cannot be read.
pub fn compare(first: &Path, second: &Path) -> Result<Vec<Difference>, RecordError> {
    let provenances = [open(first)?, open(second)?].map(|folder| folder.provenance().clone());
    let mut differences = Vec::new();
    for file in files::REPRODUCIBLE {
        let paths = [first.join(file), second.join(file)];
        // Equal bytes say the same, without any table being read.
        if read_bytes(&paths[0])? == read_bytes(&paths[1])? {
            continue;
        }
        let paths = paths.each_ref().map(|path| path.as_path());
        let found = match file {
            files::PROVENANCE => compare_provenances(&provenances[0], &provenances[1]),
            files::MUTANTS => compare_tables::<MutantRow>(files::MUTANTS, paths)?,
            files::REACH => compare_tables::<ReachRow>(files::REACH, paths)?,
            files::LINES => compare_tables::<LineRow>(files::LINES, paths)?,
            files::VERDICTS => compare_tables::<VerdictRow>(files::VERDICTS, paths)?,
            files::SKIPPED => compare_tables::<SkippedRow>(files::SKIPPED, paths)?,
            _ => unreachable!("`{file}` is not among the reproducible files"),
        };
        // What is said is the same, so only the way in which it was written can differ.
        if found.is_empty() {
            differences.push(Difference::Bytes { file });
        }
        differences.extend(found);
    }
    let [first, second] = [open(first)?, open(second)?];
    differences.extend(compare_optional::<FuelRow>(
        files::FUEL,
        [first.fuel(), second.fuel()],
    )?);
    differences.extend(compare_optional::<OutputRow>(
        files::OUTPUTS,
        [first.outputs(), second.outputs()],
    )?);
    differences.extend(compare_optional::<SameCodeRow>(
        files::SAME_CODE,
        [first.same_code(), second.same_code()],
    )?);
    differences.extend(compare_optional::<ChainRow>(
        files::CHAINS,
        [first.chains(), second.chains()],
    )?);
    Ok(differences)
}

/// A record without the table is one without its rows.
fn compare_optional<R: Row>(
    file: &'static str,
    paths: [Option<PathBuf>; 2],
) -> Result<Vec<Difference>, RecordError> {
    let rows = |path: Option<PathBuf>| match path {
        Some(path) => read_table::<R>(&path),
        None => Ok(Vec::new()),
    };
    let [first, second] = paths;
    Ok(compare_rows_of(file, &[rows(first)?, rows(second)?]))
}

fn compare_tables<R: Row>(
    file: &'static str,
    paths: [&Path; 2],
) -> Result<Vec<Difference>, RecordError> {
    let rows: [Vec<R>; 2] = [read_table(paths[0])?, read_table(paths[1])?];
    Ok(compare_rows_of(file, &rows))
}

fn compare_rows_of<R: Row>(file: &'static str, rows: &[Vec<R>; 2]) -> Vec<Difference> {
    let [mut firsts, mut seconds] = rows.each_ref().map(|rows| rows.iter().peekable());
    let mut differences = Vec::new();
    // Both tables are sorted by key, so one walk over both meets every pair.
    loop {
        let order = match (firsts.peek(), seconds.peek()) {
            (None, None) => return differences,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(first), Some(second)) => first.key().cmp(&second.key()),
        };
        let first = firsts.next_if(|_| order.is_le());
        let second = seconds.next_if(|_| order.is_ge());
        match (first, second) {
            (Some(first), Some(second)) => compare_rows(file, first, second, &mut differences),
            (first, second) => {
                let only_in = if first.is_some() {
                    Side::First
                } else {
                    Side::Second
                };
                let row = first
                    .or(second)
                    .map(label)
                    .expect("one side has a row left");
                differences.push(Difference::Row { file, row, only_in });
            }
        }
    }
}

fn compare_rows<R: Row>(
    file: &'static str,
    first: &R,
    second: &R,
    differences: &mut Vec<Difference>,
) {
    for column in R::COLUMNS {
        let cells = [column.show(first), column.show(second)];
        if cells[0] != cells[1] {
            let [first_cell, second_cell] = cells;
            differences.push(Difference::Cell {
                file,
                row: label(first),
                column: column.name,
                first: first_cell,
                second: second_cell,
            });
        }
    }
}

/// Every fact that two records do not share about how they were made.
pub fn compare_provenances(first: &Provenance, second: &Provenance) -> Vec<Difference> {
    let values = [first, second].map(|provenance| {
        serde_json::to_value(provenance).expect("names and numbers always fit into JSON")
    });
    let mut differences = Vec::new();
    compare_values("", Some(&values[0]), Some(&values[1]), &mut differences);
    differences
}

/// Walks two JSON values together and reports the leaves that differ.
fn compare_values(
    field: &str,
    first: Option<&Value>,
    second: Option<&Value>,
    differences: &mut Vec<Difference>,
) {
    if first == second {
        return;
    }
    // What only one of the two has differs as well.
    let keys: BTreeSet<String> = [first, second]
        .into_iter()
        .flatten()
        .flat_map(keys)
        .collect();
    if keys.is_empty() {
        let shown = |value: Option<&Value>| {
            value.map(|value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            })
        };
        differences.push(Difference::Provenance {
            field: field.to_owned(),
            first: shown(first),
            second: shown(second),
        });
        return;
    }
    for key in keys {
        let inner = |value: Option<&Value>| value.and_then(|value| child(value, &key)).cloned();
        let path = if field.is_empty() {
            key.clone()
        } else {
            format!("{field}.{key}")
        };
        compare_values(
            &path,
            inner(first).as_ref(),
            inner(second).as_ref(),
            differences,
        );
    }
}

fn keys(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => fields.keys().cloned().collect(),
        Value::Array(items) => (0..items.len()).map(|index| index.to_string()).collect(),
        _ => Vec::new(),
    }
}

fn child<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        _ => value.get(key),
    }
}
