//! The total of a table with several columns of numbers is the sum of each column.

use crate::audit::printed::{CELL, KIND, Printed, SOURCE};
use crate::audit::recomputed::{Number, Recomputed, show};

/// The end of a column's name that says that the paper computed it, so that it is no sum.
const DERIVED: &str = "_printed";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    if table.is_tidy() || !table.has(KIND) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for total in table.rows().filter(|row| row.get(KIND) != CELL) {
        for column in table.columns() {
            if [SOURCE, KIND].contains(&column) || column.ends_with(DERIVED) {
                continue;
            }
            let Some(printed) = Number::parse(total.get(column)) else {
                continue;
            };
            let parts: Option<Vec<Number>> = table
                .rows()
                .filter(|row| row.get(KIND) == CELL)
                .map(|row| Number::parse(row.get(column)))
                .collect();
            let Some(parts) = parts.filter(|parts| !parts.is_empty()) else {
                continue;
            };
            let sum = parts.iter().fold(0.0, |sum, part| sum + part.value);
            found.push(Recomputed {
                kind: "sum",
                place: format!("total {column}"),
                printed: total.get(column).to_owned(),
                computed: show(sum, printed.decimals),
                accuracy: printed.shows(sum),
            });
        }
    }
    found
}
