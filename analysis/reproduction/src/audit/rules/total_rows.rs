//! The row `total` of a wide table is the sum of its other rows.
//!
//! A row is one by what it is called, so only what can mean nothing else is looked at: rows that agree
//! in every other name, and columns that are no shares.

use super::wide::{is_share, is_total, is_wide, names};
use crate::audit::printed::Printed;
use crate::audit::recomputed::{Number, Recomputed, show};

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    if !is_wide(table) {
        return Vec::new();
    }
    let names = names(table);
    let mut found = Vec::new();
    for total in table.rows() {
        let summed = names.iter().find(|column| is_total(total.get(column)));
        let Some(summed) = summed else {
            continue;
        };
        let parts = || {
            table
                .rows()
                .filter(|row| !is_total(row.get(summed)) && row.agrees(total, &names, summed))
        };
        for column in table.columns().filter(|column| !names.contains(column)) {
            let numbers: Option<Vec<Number>> =
                parts().map(|row| Number::parse(row.get(column))).collect();
            let numbers = numbers.filter(|numbers| !numbers.is_empty());
            let (Some(printed), Some(numbers)) = (Number::parse(total.get(column)), numbers) else {
                continue;
            };
            if is_share(table, column) {
                continue;
            }
            let sum = numbers.iter().fold(0.0, |sum, part| sum + part.value);
            found.push(Recomputed {
                kind: "sum",
                place: format!("{} {column}", total.place(&names)),
                printed: total.get(column).to_owned(),
                computed: show(sum, printed.decimals),
                accuracy: printed.shows(sum),
            });
        }
    }
    found
}
