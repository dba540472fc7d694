//! A column `x_percent` is the share of `x_n` in `x_of`, as `killrate report --format csv` writes it.

use super::wide::names;
use crate::audit::printed::Printed;
use crate::audit::recomputed::{Number, Recomputed, show};

const PERCENT: &str = "_percent";

pub(super) fn recompute(table: &Printed) -> Vec<Recomputed> {
    let names = names(table);
    let mut found = Vec::new();
    for column in table.columns() {
        let Some(name) = column.strip_suffix(PERCENT) else {
            continue;
        };
        let columns = [column, &format!("{name}_n"), &format!("{name}_of")];
        for row in table.rows() {
            let numbers = columns.map(|column| Number::parse(row.get(column)));
            let [Some(printed), Some(n), Some(of)] = numbers else {
                continue;
            };
            if of.value <= 0.0 {
                continue;
            }
            let percent = 100.0 * n.value / of.value;
            found.push(Recomputed {
                kind: "percentage",
                place: format!("{} {name}, {} of {}", row.place(&names), n.value, of.value),
                printed: row.get(column).to_owned(),
                computed: show(percent, printed.decimals),
                accuracy: printed.shows(percent),
            });
        }
    }
    found
}
