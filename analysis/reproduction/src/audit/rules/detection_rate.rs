//! A fault detection rate is the share of the tests of so many steps that detect the mutant.

use crate::audit::printed::{Printed, PrintedRow, VALUE};
use crate::audit::recomputed::{Accuracy, Number, Recomputed, show};

/// The column that tells what a row is.
const RECORD: &str = "record";
const STEPS: &str = "steps";
const SEQUENCE: &str = "detecting_sequence";
const N_TESTS: &str = "n_total";
const PERCENT: &str = "fd_percent";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let mut found = Vec::new();
    for row in table.rows().filter(|row| row.get(RECORD) == PERCENT) {
        let is_same = |other: &PrintedRow<'_>, record: &str| {
            other.get(RECORD) == record && other.get(STEPS) == row.get(STEPS)
        };
        let n_detecting = table
            .rows()
            .filter(|other| is_same(other, SEQUENCE))
            .count();
        let n_tests = table
            .rows()
            .find(|other| is_same(other, N_TESTS))
            .and_then(|row| Number::parse(row.get(VALUE)));
        let (Some(printed), Some(n_tests)) = (Number::parse(row.get(VALUE)), n_tests) else {
            continue;
        };
        if n_tests.value <= 0.0 {
            continue;
        }
        let percent = 100.0 * n_detecting as f64 / n_tests.value;
        let accuracy = match printed.shows(percent) {
            // Its other rates are rounded.
            Accuracy::Truncated => Accuracy::Wrong,
            other => other,
        };
        found.push(Recomputed {
            kind: "percentage",
            place: format!(
                "{} steps, {n_detecting} of {}",
                row.get(STEPS),
                n_tests.value
            ),
            printed: row.get(VALUE).to_owned(),
            computed: show(percent, printed.decimals),
            accuracy,
        });
    }
    found
}
