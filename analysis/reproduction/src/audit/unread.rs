//! Cells that should hold a number and do not.

use super::printed::{KIND, PERCENT, Printed, VALUE};
use super::recomputed::Number;
use super::rules::{is_total, is_wide, names};

/// A cell that no rule can compute with.
pub(super) struct Unread<'a> {
    /// Where in the table it stands, by its line and column.
    pub(super) place: String,
    /// What it holds.
    pub(super) cell: &'a str,
}

/// The cells in columns of numbers that are neither empty nor a number.
pub(super) fn unread(table: &Printed) -> Vec<Unread<'_>> {
    let mut unread = Vec::new();
    for column in number_columns(table) {
        for (line, row) in (table.at + 1..).zip(table.rows()) {
            let cell = row.get(column);
            if !cell.is_empty() && Number::parse(cell).is_none() {
                let place = format!("line {line}, {column}");
                unread.push(Unread { place, cell });
            }
        }
    }
    unread
}

/// The columns whose numbers are looked at.
fn number_columns(table: &Printed) -> Vec<&str> {
    if table.is_tidy() {
        let is_number = |name: &&str| [VALUE, PERCENT].contains(name);
        return table.columns().filter(is_number).collect();
    }
    let names = names(table);
    let has_total_row = || {
        let mut rows = table.rows();
        rows.any(|row| names.iter().any(|column| is_total(row.get(column))))
    };
    let has_total = table.has(KIND) || table.columns().any(is_total) || has_total_row();
    if !has_total {
        return Vec::new();
    }
    // A column that holds a number now and then may be one of names.
    let is_mostly_numbers = |column: &&str| {
        let cells = || table.rows().map(|row| row.get(column));
        let n_filled = cells().filter(|cell| !cell.is_empty()).count();
        let n_numbers = cells().filter(|cell| Number::parse(cell).is_some()).count();
        2 * n_numbers > n_filled
    };
    let is_looked_at =
        |column: &&str| is_mostly_numbers(column) || (is_wide(table) && is_total(column));
    table.columns().filter(is_looked_at).collect()
}
