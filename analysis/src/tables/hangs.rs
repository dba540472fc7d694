//! Which mutants are slow or hang, and where.

use std::collections::BTreeMap;

use super::TableKind;
use crate::columns::{
    DATA_SET, DISCARDED, FUEL, HANGS as IS_HANG, MUTANT, OF_ORIGINAL, SUBJECT, USABLE,
};
use crate::findings::Findings;
use crate::frames::{Cells, left_join, sorted};
use crate::{AnalysisError, Cell, Table};

pub(super) const HANGS: TableKind = TableKind {
    name: "hangs",
    question: "Which mutants are slow, and which hang?",
    is_main: false,
    build,
};

/// What a mutant did on the data sets where it burnt far more than the original.
#[derive(Default)]
struct Mutant {
    n_slow: u64,
    n_hangs: u64,
    /// The most that a run which ended burnt, in multiples of what the original burnt.
    slowest: Option<f64>,
    is_counted: bool,
    reason: Option<String>,
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let Some(fuel) = findings.fuel.clone() else {
        return Ok(Vec::new());
    };
    let key = [SUBJECT, MUTANT];
    let runs = left_join(fuel, findings.fates.clone(), &key, &key);
    let cells = Cells::collect(sorted(runs, &[SUBJECT, MUTANT, DATA_SET]))?;
    let mut mutants: BTreeMap<(String, String), Mutant> = BTreeMap::new();
    for row in cells.rows() {
        let key = (cells.name(row, SUBJECT)?, cells.name(row, MUTANT)?);
        let mutant = mutants.entry(key).or_default();
        mutant.is_counted = cells.flag(row, USABLE)? == Some(true);
        mutant.reason = cells.text(row, DISCARDED)?;
        if cells.flag(row, IS_HANG)? == Some(true) {
            mutant.n_hangs += 1;
            continue;
        }
        mutant.n_slow += 1;
        // An original without loops burns nothing, and then there is no multiple to tell.
        let of_original = cells.number(row, OF_ORIGINAL)?;
        if of_original > 0.0 {
            let times = cells.number(row, FUEL)? / of_original;
            mutant.slowest = Some(mutant.slowest.map_or(times, |known| known.max(times)));
        }
    }
    let tables = findings.subjects.iter().filter_map(|subject| {
        let mut table = Table::new(HANGS.name, "Slow and hanging mutants", HANGS.question)
            .about(subject)
            .with_columns([
                ("mutant", "mutant"),
                ("n_hangs", "hangs on"),
                ("n_slow", "slow on"),
                ("slowest", "slowest"),
                ("counts", "counts"),
                ("discarded", "discarded because it"),
            ]);
        let of_subject = mutants.iter().filter(|((known, _), _)| known == subject);
        table.rows = of_subject
            .map(|((_, name), mutant)| {
                vec![
                    Cell::text(name),
                    Cell::Count(mutant.n_hangs),
                    Cell::Count(mutant.n_slow),
                    match mutant.slowest {
                        Some(value) => Cell::Number { value, decimals: 1 },
                        None => Cell::Missing,
                    },
                    Cell::Flag(mutant.is_counted),
                    match &mutant.reason {
                        Some(reason) => Cell::text(reason),
                        None => Cell::Missing,
                    },
                ]
            })
            .collect();
        let limits = findings.provenance.limits;
        table.notes.push(format!(
            "A run hangs when it burns all its fuel, {} times the original's and at least {}; it is slow when it \
             ends by itself after more than {} times the original's and more than {}. Both are numbers of data \
             sets, known cases among them; the slowest run that ended is in multiples of the original's fuel.",
            limits.fuel_multiple,
            limits.fuel_floor,
            limits.slow_multiple.unwrap_or(0),
            limits.fuel_floor,
        ));
        (!table.rows.is_empty()).then_some(table)
    });
    Ok(tables.collect())
}
