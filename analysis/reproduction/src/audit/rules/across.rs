//! Two tables of a subject have the same number of mutants of a class.

use std::collections::BTreeMap;

use crate::audit::printed::{DENOMINATOR, Printed, TOTAL, VALUE};
use crate::audit::recomputed::{Number, Recomputed, show};

const SUBJECT: &str = "subject";
const CLASS: &str = "mutation_class";

/// The numbers of every table against the first that has the number, by the table's place.
pub(in crate::audit) fn recompute(tables: &[Printed]) -> Vec<(usize, Recomputed)> {
    let mut known: BTreeMap<(&str, &str), (&str, Number)> = BTreeMap::new();
    let mut found = Vec::new();
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
            let number = Recomputed {
                kind: "same in two tables",
                place: format!("{subject} {class} mutants, as in {file}"),
                printed: row.get(VALUE).to_owned(),
                computed: show(first.value, printed.decimals),
                accuracy: printed.shows(first.value),
            };
            found.push((place, number));
        }
    }
    found
}
