//! A column `total_x` is the sum of the other columns `…_x`.

use crate::audit::printed::Printed;
use crate::audit::recomputed::{Number, Recomputed, show};

const TOTAL_OF: &str = "total_";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let mut found = Vec::new();
    for total in table.columns() {
        let Some(name) = total.strip_prefix(TOTAL_OF) else {
            continue;
        };
        let ending = format!("_{name}");
        let is_part = |column: &&str| *column != total && column.ends_with(&ending);
        let parts: Vec<&str> = table.columns().filter(is_part).collect();
        if parts.is_empty() {
            continue;
        }
        for (place, row) in table.rows().enumerate() {
            let numbers: Option<Vec<Number>> = parts
                .iter()
                .map(|column| Number::parse(row.get(column)))
                .collect();
            let (Some(printed), Some(numbers)) = (Number::parse(row.get(total)), numbers) else {
                continue;
            };
            let sum = numbers.iter().fold(0.0, |sum, part| sum + part.value);
            found.push(Recomputed {
                kind: "parts",
                place: format!("row {}, {total}", place + 1),
                printed: row.get(total).to_owned(),
                computed: show(sum, printed.decimals),
                accuracy: printed.shows(sum),
            });
        }
    }
    found
}
