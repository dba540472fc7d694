//! The total of a tidy table is the sum of its rows.

use crate::audit::printed::{Printed, TOTAL, VALUE};
use crate::audit::recomputed::{Number, Recomputed, show};

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    if !table.is_tidy() {
        return Vec::new();
    }
    let dimensions = table.dimensions();
    let mut found = Vec::new();
    for total in table.rows() {
        let summed = dimensions.iter().find(|column| total.get(column) == TOTAL);
        let (Some(summed), Some(printed)) = (summed, Number::parse(total.get(VALUE))) else {
            continue;
        };
        let parts: Option<Vec<Number>> = table
            .rows()
            .filter(|row| row.get(summed) != TOTAL && row.agrees(total, &dimensions, summed))
            .map(|row| Number::parse(row.get(VALUE)))
            .collect();
        // A part that the paper does not print cannot be added.
        let Some(parts) = parts.filter(|parts| !parts.is_empty()) else {
            continue;
        };
        let sum = parts.iter().fold(0.0, |sum, part| sum + part.value);
        found.push(Recomputed {
            kind: "sum",
            place: total.place(&dimensions),
            printed: total.get(VALUE).to_owned(),
            computed: show(sum, printed.decimals),
            accuracy: printed.shows(sum),
        });
    }
    found
}
