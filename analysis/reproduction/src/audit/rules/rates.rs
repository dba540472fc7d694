//! A printed identification rate is the share of the known properties.

use crate::audit::check::{Check, Number, show};
use crate::audit::printed::Printed;

const RATE: &str = "identification_rate_printed";
const FOUND: &str = "detected";
const KNOWN: &str = "known_properties";

pub(super) fn check(table: &Printed) -> Vec<Check> {
    let mut checks = Vec::new();
    for (place, row) in table.rows().enumerate() {
        let numbers = [RATE, FOUND, KNOWN].map(|column| Number::parse(row.get(column)));
        let [Some(printed), Some(found), Some(known)] = numbers else {
            continue;
        };
        if known.value <= 0.0 {
            continue;
        }
        let rate = found.value / known.value;
        checks.push(Check {
            kind: "rate",
            place: format!("row {}, {} of {}", place + 1, found.value, known.value),
            printed: row.get(RATE).to_owned(),
            computed: show(rate, printed.decimals),
            outcome: printed.shows(rate),
        });
    }
    checks
}
