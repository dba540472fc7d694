//! Two tables of a subject have the same number of mutants of a class.

use std::collections::BTreeMap;

use crate::audit::check::{Check, Number, show};
use crate::audit::printed::{DENOMINATOR, Printed, TOTAL, VALUE};

const SUBJECT: &str = "subject";
const CLASS: &str = "mutation_class";

/// The checks of every table against the first that has the number, by the table's place.
pub(in crate::audit) fn check(tables: &[Printed]) -> Vec<(usize, Check)> {
    let mut known: BTreeMap<(&str, &str), (&str, Number)> = BTreeMap::new();
    let mut checks = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        let dimensions = table.dimensions();
        let Some(spread) = dimensions.last().filter(|_| table.is_tidy()) else {
            continue;
        };
        for row in table.rows().filter(|row| row.get(spread) == DENOMINATOR) {
            let (subject, class) = (row.get(SUBJECT), row.get(CLASS));
            let Some(printed) = Number::parse(row.get(VALUE)) else {
                continue;
            };
            if subject.is_empty() || class.is_empty() || class == TOTAL {
                continue;
            }
            let first = known.entry((subject, class));
            let (file, first) = *first.or_insert((&table.file, printed));
            if file == table.file {
                continue;
            }
            let check = Check {
                kind: "same in two tables",
                place: format!("{subject} {class} mutants, as in {file}"),
                printed: row.get(VALUE).to_owned(),
                computed: show(first.value, printed.decimals),
                outcome: printed.shows(first.value),
            };
            checks.push((place, check));
        }
    }
    checks
}
