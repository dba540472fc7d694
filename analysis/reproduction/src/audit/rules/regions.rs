//! The regions of an overlap are all of the mutants.

use crate::audit::check::{Check, Number, show};
use crate::audit::printed::{DENOMINATOR, Printed, VALUE};

const REGION: &str = "region";

pub(super) fn check(table: &Printed) -> Vec<Check> {
    if !table.is_tidy() || !table.has(REGION) {
        return Vec::new();
    }
    let dimensions = table.dimensions();
    let mut checks = Vec::new();
    for of in table.rows().filter(|row| row.get(REGION) == DENOMINATOR) {
        let regions = table
            .rows()
            .filter(|row| row.get(REGION) != DENOMINATOR && row.agrees(of, &dimensions, REGION));
        let regions: Option<Vec<Number>> =
            regions.map(|row| Number::parse(row.get(VALUE))).collect();
        let (Some(printed), Some(regions)) = (Number::parse(of.get(VALUE)), regions) else {
            continue;
        };
        let sum = regions.iter().fold(0.0, |sum, region| sum + region.value);
        checks.push(Check {
            kind: "regions",
            place: of.place(&dimensions),
            printed: of.get(VALUE).to_owned(),
            computed: show(sum, printed.decimals),
            outcome: printed.shows(sum),
        });
    }
    checks
}
