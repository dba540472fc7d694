//! A printed percentage is the share of its denominator.

use crate::audit::printed::{DENOMINATOR, PERCENT, Printed, VALUE};
use crate::audit::recomputed::{Number, Recomputed, show};

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let dimensions = table.dimensions();
    let Some(spread) = dimensions.last().filter(|_| table.is_tidy()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for row in table.rows() {
        let Some(printed) = Number::parse(row.get(PERCENT)) else {
            continue;
        };
        let mut others = table.rows();
        let denominator = others
            .find(|other| {
                other.get(spread) == DENOMINATOR && other.agrees(row, &dimensions, spread)
            })
            .and_then(|row| Number::parse(row.get(VALUE)));
        let (Some(value), Some(of)) = (Number::parse(row.get(VALUE)), denominator) else {
            continue;
        };
        if of.value <= 0.0 {
            continue;
        }
        let percent = 100.0 * value.value / of.value;
        found.push(Recomputed {
            kind: "percentage",
            place: format!(
                "{}, {} of {}",
                row.place(&dimensions),
                value.value,
                of.value
            ),
            printed: row.get(PERCENT).to_owned(),
            computed: show(percent, printed.decimals),
            accuracy: printed.shows(percent),
        });
    }
    found
}
