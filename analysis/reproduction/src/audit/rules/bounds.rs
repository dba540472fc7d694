//! Nobody kills more mutants than there are, and all together kill no fewer than the best.

use crate::audit::printed::{DENOMINATOR, Printed, VALUE};
use crate::audit::recomputed::{Accuracy, Number, Recomputed};

/// The value of the last dimension in the row for all of its others together, each mutant once.
const DISTINCT: &str = "distinct_total";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let dimensions = table.dimensions();
    let Some(spread) = dimensions.last().filter(|_| table.is_tidy()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for of in table.rows().filter(|row| row.get(spread) == DENOMINATOR) {
        let group = || {
            table
                .rows()
                .filter(|row| row.agrees(of, &dimensions, spread))
        };
        let numbers = |is_wanted: &dyn Fn(&str) -> bool| -> Option<Vec<f64>> {
            let rows = group().filter(|row| is_wanted(row.get(spread)));
            rows.map(|row| Some(Number::parse(row.get(VALUE))?.value))
                .collect()
        };
        for row in group() {
            let number = Number::parse(row.get(VALUE));
            if number.is_some_and(|number| number.value < 0.0) {
                found.push(Recomputed {
                    kind: "bound",
                    place: row.place(&dimensions),
                    printed: row.get(VALUE).to_owned(),
                    computed: "at least 0".to_owned(),
                    accuracy: Accuracy::Wrong,
                });
            }
        }
        let is_part = |name: &str| name != DENOMINATOR && name != DISTINCT;
        let parts = numbers(&is_part).filter(|parts| !parts.is_empty());
        let (Some(most), Some(parts)) = (Number::parse(of.get(VALUE)), parts) else {
            continue;
        };
        let largest = parts.iter().copied().fold(0.0, f64::max);
        let all = numbers(&|name| name == DISTINCT).and_then(|all| all.first().copied());
        let (low, high) = (largest, parts.iter().sum::<f64>().min(most.value));
        let printed = all.unwrap_or(largest);
        let is_within = (low..=high).contains(&printed);
        found.push(Recomputed {
            kind: "bound",
            place: format!(
                "{}: all together",
                of.place(&dimensions[..dimensions.len() - 1])
            ),
            printed: printed.to_string(),
            computed: format!("{low} to {high}"),
            accuracy: Accuracy::of(is_within),
        });
    }
    found
}
