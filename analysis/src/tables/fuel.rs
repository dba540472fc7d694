//! What would be called a hang if mutants had less fuel, and what it costs to know better.

use std::collections::{BTreeMap, BTreeSet};

use super::TableKind;
use crate::columns::{DATA_SET, FUEL as BURNT, HANGS, MUTANT, OF_ORIGINAL, SUBJECT};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::{AnalysisError, Cell, Table};

pub(super) const FUEL: TableKind = TableKind {
    name: "fuel",
    question: "What would be called a hang if mutants had less fuel?",
    is_main: false,
    build,
};

/// The multiples of the original's fuel that are looked at, as far as a record's runs went.
const MULTIPLES: [u64; 7] = [5, 10, 30, 100, 300, 1000, 3000];

/// A run of a mutant that burnt far more than the original.
struct Run {
    mutant: String,
    fuel: u64,
    of_original: u64,
    hangs: bool,
}

impl Run {
    /// Whether it would run out of this many times the original's fuel.
    fn runs_out_of(&self, multiple: u64, floor: u64) -> bool {
        self.hangs || self.fuel > self.allowed(multiple, floor)
    }

    fn allowed(&self, multiple: u64, floor: u64) -> u64 {
        self.of_original.saturating_mul(multiple).max(floor)
    }
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let Some(fuel) = findings.fuel.clone() else {
        return Ok(Vec::new());
    };
    let cells = Cells::collect(sorted(fuel, &[SUBJECT, MUTANT, DATA_SET]))?;
    let mut runs: BTreeMap<String, Vec<Run>> = BTreeMap::new();
    for row in cells.rows() {
        let of_subject = runs.entry(cells.name(row, SUBJECT)?).or_default();
        of_subject.push(Run {
            mutant: cells.name(row, MUTANT)?,
            fuel: cells.count(row, BURNT)?,
            of_original: cells.count(row, OF_ORIGINAL)?,
            hangs: cells.flag(row, HANGS)? == Some(true),
        });
    }
    let limits = findings.provenance.limits;
    let multiples = MULTIPLES
        .into_iter()
        .filter(|multiple| *multiple < limits.fuel_multiple)
        .chain([limits.fuel_multiple]);
    let tables = runs.iter().map(|(subject, runs)| {
        let mut table = Table::new(FUEL.name, "Hangs, had mutants less fuel", FUEL.question)
            .about(subject)
            .with_columns([
                ("multiple", "times the original's fuel"),
                ("n_hangs", "runs out of fuel"),
                ("n_wrong", "of them end with more"),
                ("n_mutants", "mutants"),
                ("fuel", "fuel (millions)"),
            ]);
        for multiple in multiples.clone() {
            let out = || runs.iter().filter(|run| run.runs_out_of(multiple, limits.fuel_floor));
            let mutants: BTreeSet<&String> = out().map(|run| &run.mutant).collect();
            let fuel = runs.iter().map(|run| run.fuel.min(run.allowed(multiple, limits.fuel_floor)));
            let fuel: u128 = fuel.map(u128::from).sum();
            table.rows.push(vec![
                Cell::Count(multiple),
                Cell::Count(out().count() as u64),
                Cell::Count(out().filter(|run| !run.hangs).count() as u64),
                Cell::Count(mutants.len() as u64),
                Cell::Number { value: fuel as f64 / 1e6, decimals: 0 },
            ]);
        }
        table.notes.push(format!(
            "Runs of mutants on data sets and known cases that are slow or hang in this record, and the fuel that \
             they would burn. Every run may burn {} whatever the original burnt; what runs out in the last line \
             may end with more.",
            limits.fuel_floor
        ));
        table
    });
    Ok(tables.collect())
}
