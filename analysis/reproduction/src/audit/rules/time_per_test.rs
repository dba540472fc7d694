//! The time of a test is what the instrumented program takes longer, shared among its tests.

use crate::audit::printed::Printed;
use crate::audit::recomputed::{Accuracy, Number, Recomputed, show};

const PLAIN: &str = "uninstrumented";
const INSTRUMENTED: &str = "instrumented";
const UNIT: &str = "time_unit";
const TESTS: &str = "tests_executed";
const PER_TEST: &str = "ms_per_test_printed";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let mut found = Vec::new();
    for row in table.rows() {
        let columns = [PLAIN, INSTRUMENTED, TESTS, PER_TEST];
        let numbers = columns.map(|column| Number::parse(row.get(column)));
        let [Some(plain), Some(instrumented), Some(tests), Some(printed)] = numbers else {
            continue;
        };
        let milliseconds = match row.get(UNIT) {
            "s" => 1000.0,
            "ms" => 1.0,
            _ => continue,
        };
        if tests.value <= 0.0 {
            continue;
        }
        let per_test = (instrumented.value - plain.value) * milliseconds / tests.value;
        // The times are rounded themselves: any that look as printed may be the measured ones.
        let slack = (plain.half_digit() + instrumented.half_digit()) * milliseconds / tests.value;
        let above = per_test - printed.value;
        let accuracy = if above.abs() <= slack + printed.half_digit() {
            Accuracy::Right
        } else if (-slack..2.0 * printed.half_digit() + slack).contains(&above) {
            Accuracy::Truncated
        } else {
            Accuracy::Wrong
        };
        found.push(Recomputed {
            kind: "time per test",
            place: row.place(&["subject", "dataset"]),
            printed: row.get(PER_TEST).to_owned(),
            computed: show(per_test, printed.decimals),
            accuracy,
        });
    }
    found
}
