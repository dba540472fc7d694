//! A printed identification rate is the share of the known properties.

use crate::audit::printed::Printed;
use crate::audit::recomputed::{Number, Recomputed, show};

const RATE: &str = "identification_rate_printed";
const FOUND: &str = "detected";
const KNOWN: &str = "known_properties";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let mut found = Vec::new();
    for (place, row) in table.rows().enumerate() {
        let numbers = [RATE, FOUND, KNOWN].map(|column| Number::parse(row.get(column)));
        let [Some(printed), Some(detected), Some(known)] = numbers else {
            continue;
        };
        if known.value <= 0.0 {
            continue;
        }
        let rate = detected.value / known.value;
        found.push(Recomputed {
            kind: "rate",
            place: format!("row {}, {} of {}", place + 1, detected.value, known.value),
            printed: row.get(RATE).to_owned(),
            computed: show(rate, printed.decimals),
            accuracy: printed.shows(rate),
        });
    }
    found
}
