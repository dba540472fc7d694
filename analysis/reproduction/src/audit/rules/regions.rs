//! The regions of an overlap are all of the mutants.

use crate::audit::printed::{DENOMINATOR, Printed, VALUE};
use crate::audit::recomputed::{Number, Recomputed, show};

const REGION: &str = "region";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    if !table.is_tidy() || !table.has(REGION) {
        return Vec::new();
    }
    let dimensions = table.dimensions();
    let mut found = Vec::new();
    for of in table.rows().filter(|row| row.get(REGION) == DENOMINATOR) {
        let regions: Option<Vec<Number>> = table
            .rows()
            .filter(|row| row.get(REGION) != DENOMINATOR && row.agrees(of, &dimensions, REGION))
            .map(|row| Number::parse(row.get(VALUE)))
            .collect();
        let (Some(printed), Some(regions)) = (Number::parse(of.get(VALUE)), regions) else {
            continue;
        };
        let sum = regions.iter().fold(0.0, |sum, region| sum + region.value);
        found.push(Recomputed {
            kind: "regions",
            place: of.place(&dimensions),
            printed: of.get(VALUE).to_owned(),
            computed: show(sum, printed.decimals),
            accuracy: printed.shows(sum),
        });
    }
    found
}
