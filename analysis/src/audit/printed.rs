//! A table as somebody printed it.

use std::path::{Path, PathBuf};

use crate::AnalysisError;

/// A CSV file: a heading and rows of as many cells.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Printed {
    /// The name of the file.
    pub(super) file: String,
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
    /// Reads a table.
    pub(super) fn read(path: &Path) -> Result<Self, AnalysisError> {
        let bad = |source| AnalysisError::BadPublished {
            path: PathBuf::from(path),
            source,
        };
        let mut reader = csv::Reader::from_path(path).map_err(bad)?;
        let columns = reader.headers().map_err(bad)?;
        let columns = columns.iter().map(|name| name.trim().to_owned()).collect();
        let mut rows = Vec::new();
        for row in reader.records() {
            let row = row.map_err(bad)?;
            rows.push(row.iter().map(|cell| cell.trim().to_owned()).collect());
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Self {
            file: file.into_owned(),
            columns,
            rows,
        })
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
        let values = columns.iter().map(|column| self.get(column));
        let values: Vec<&str> = values.filter(|value| !value.is_empty()).collect();
        values.join(" ")
    }
}
