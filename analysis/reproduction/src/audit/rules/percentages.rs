//! A printed percentage is the share of its denominator.

use crate::audit::check::{Check, Number, show};
use crate::audit::printed::{DENOMINATOR, PERCENT, Printed, VALUE};

pub(super) fn check(table: &Printed) -> Vec<Check> {
    let dimensions = table.dimensions();
    let Some(spread) = dimensions.last().filter(|_| table.is_tidy()) else {
        return Vec::new();
    };
    let mut checks = Vec::new();
    for row in table.rows() {
        let Some(printed) = Number::parse(row.get(PERCENT)) else {
            continue;
        };
        let mut others = table.rows();
        let denominator = others.find(|other| {
            other.get(spread) == DENOMINATOR && other.agrees(row, &dimensions, spread)
        });
        let denominator = denominator.and_then(|row| Number::parse(row.get(VALUE)));
        let (Some(value), Some(of)) = (Number::parse(row.get(VALUE)), denominator) else {
            continue;
        };
        if of.value <= 0.0 {
            continue;
        }
        let percent = 100.0 * value.value / of.value;
        checks.push(Check {
            kind: "percentage",
            place: format!(
                "{}, {} of {}",
                row.place(&dimensions),
                value.value,
                of.value
            ),
            printed: row.get(PERCENT).to_owned(),
            computed: show(percent, printed.decimals),
            outcome: printed.shows(percent),
        });
    }
    checks
}
