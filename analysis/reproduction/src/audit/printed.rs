//! A table as somebody printed it.

use std::path::{Path, PathBuf};

use killrate_analysis::AnalysisError;
use killrate_model::unguarded;

/// A table of a CSV file: a heading and rows of as many cells.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Printed {
    /// The name of the file, and of the table where it has several.
    pub(super) file: String,
    /// The line of the heading in the file, from 1.
    pub(super) at: usize,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The column of a tidy table that holds its numbers.
pub(super) const VALUE: &str = "value";
/// The column of a tidy table that holds what a paper prints as the share of the value.
pub(super) const PERCENT: &str = "printed_percent";
/// The column that says where the numbers come from.
pub(super) const SOURCE: &str = "source";
/// The column that tells totals from cells.
pub(super) const KIND: &str = "kind";
/// The value of [`KIND`] of a row that is no total.
pub(super) const CELL: &str = "cell";
/// The value of a dimension in the row that sums it up.
pub(super) const TOTAL: &str = "total";
/// The value of the last dimension in the row that holds the denominator.
pub(super) const DENOMINATOR: &str = "mutants";

impl Printed {
    /// Reads the tables of a file: one, or as many as a report writes, each below a line with its name.
    pub(super) fn read(path: &Path) -> Result<Vec<Self>, AnalysisError> {
        let bad = |source| AnalysisError::BadPublished {
            path: PathBuf::from(path),
            source,
        };
        let whole = killrate_files::read_to_string(path).map_err(|error| bad(error.into()))?;
        // Spreadsheets begin a file with a mark that is no part of the first heading.
        let text = whole.trim_start_matches('\u{feff}');
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let mut tables = Vec::new();
        for part in parts(text) {
            let name = part.name.map(|name| format!("{file}, {name}"));
            tables.push(Self {
                file: name.unwrap_or_else(|| file.clone().into_owned()),
                at: part.at,
                columns: Vec::new(),
                rows: Vec::new(),
            });
            let table = tables.last_mut().expect("it was pushed just now");
            let mut reader = csv::Reader::from_reader(part.text.as_bytes());
            let columns = reader.headers().map_err(bad)?;
            table.columns = columns.iter().map(|name| name.trim().to_owned()).collect();
            for row in reader.records() {
                let row = row.map_err(bad)?;
                let cells = row.iter().map(|cell| unguarded(cell.trim()).to_owned());
                table.rows.push(cells.collect());
            }
        }
        Ok(tables)
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str)
    }

    pub(super) fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|known| known == column)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = PrintedRow<'_>> {
        self.rows
            .iter()
            .map(|cells| PrintedRow { table: self, cells })
    }

    /// Where the numbers come from; the file when it does not say.
    pub(super) fn source(&self) -> &str {
        let first = self.rows().next();
        first.map_or("", |row| row.get(SOURCE))
    }

    /// The columns that tell the numbers of a tidy table apart, the one that is spread last.
    pub(super) fn dimensions(&self) -> Vec<&str> {
        let is_dimension = |name: &&str| ![SOURCE, VALUE, PERCENT, KIND].contains(name);
        self.columns().filter(is_dimension).collect()
    }

    /// Whether every number has a row of its own.
    pub(super) fn is_tidy(&self) -> bool {
        self.has(VALUE) && self.has(KIND)
    }
}

/// A table in the text of a file.
struct Part<'a> {
    name: Option<&'a str>,
    /// The line at which it begins, from 1.
    at: usize,
    text: &'a str,
}

/// The tables of a text: the whole of it, unless it begins with the name of one.
fn parts(text: &str) -> Vec<Part<'_>> {
    const NAME: &str = "# ";
    let mut parts: Vec<Part<'_>> = Vec::new();
    if !text.starts_with(NAME) {
        let (name, at) = (None, 1);
        return vec![Part { name, at, text }];
    }
    let mut start = 0;
    let mut is_after_gap = true;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let end = start + line.len();
        let name = line.strip_prefix(NAME).filter(|_| is_after_gap);
        match (name, parts.last_mut()) {
            (Some(name), _) => parts.push(Part {
                name: Some(name.trim()),
                at: number + 1,
                text: &text[end..end],
            }),
            (None, Some(part)) => part.text = &text[end - part.text.len() - line.len()..end],
            (None, None) => {}
        }
        is_after_gap = line.trim().is_empty();
        start = end;
    }
    parts
}

/// A row of a printed table.
#[derive(Clone, Copy)]
pub(super) struct PrintedRow<'a> {
    table: &'a Printed,
    cells: &'a [String],
}

impl<'a> PrintedRow<'a> {
    /// The text of a cell; empty when there is no such column.
    pub(super) fn get(self, column: &str) -> &'a str {
        let place = self.table.columns.iter().position(|known| known == column);
        let cell = place.and_then(|place| self.cells.get(place));
        cell.map_or("", String::as_str)
    }

    /// Whether the two rows agree in these columns but for one.
    pub(super) fn agrees(self, other: PrintedRow<'_>, columns: &[&str], but: &str) -> bool {
        let mut compared = columns.iter().filter(|column| **column != but);
        compared.all(|column| self.get(column) == other.get(column))
    }

    /// The values of these columns, for people.
    pub(super) fn place(self, columns: &[&str]) -> String {
        let values: Vec<&str> = columns
            .iter()
            .map(|column| self.get(column))
            .filter(|value| !value.is_empty())
            .collect();
        values.join(" ")
    }
}
