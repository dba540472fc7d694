//! How kill rates changed, on the mutants that both records use.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use crate::columns::{
    KILLED, MUTANT, N_BOTH, N_JUDGED, N_KILLED, N_ONLY_FIRST, N_ONLY_SECOND, OTHER_KILLED, SUBJECT,
};
use crate::comparisons::SIGNIFICANT;
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, sorted};
use crate::kills::{kills_by, score};
use crate::roles::{Role, role};
use crate::statistics::{holm, mcnemar_exact};
use crate::{AnalysisError, Cell, Layout, Rate, Table};

/// How the rate of a group changed.
pub(super) struct Change {
    /// The subject, the technique, and what else the group is.
    pub(super) group: Vec<String>,
    pub(super) first: Option<Rate>,
    pub(super) second: Option<Rate>,
    /// Mutants that the group judged in both records.
    pub(super) n_both: u64,
    /// Mutants among them that it no longer kills.
    pub(super) n_lost: u64,
    /// Mutants among them that it kills now.
    pub(super) n_gained: u64,
    /// The exact McNemar p-value, adjusted for all groups that were tested; `None` without a mutant
    /// in both, and for floor and ceiling.
    pub(super) p: Option<f64>,
}

impl Change {
    pub(super) fn is_significant(&self) -> bool {
        self.p.is_some_and(|p| p < SIGNIFICANT)
    }

    /// Whether it is of the floor or of the ceiling.
    fn is_bound(&self) -> bool {
        matches!(role(self.technique()), Role::Floor | Role::Ceiling)
    }

    pub(super) fn subject(&self) -> &str {
        &self.group[0]
    }

    pub(super) fn technique(&self) -> &str {
        &self.group[1]
    }

    pub(super) fn is_change(&self) -> bool {
        self.first != self.second || self.n_lost + self.n_gained > 0
    }
}

/// The change of every group of values of these columns, of which the technique is the first, subject
/// by subject.
pub(super) fn changes(records: [&Findings; 2], by: &[&str]) -> Result<Vec<Change>, AnalysisError> {
    let key = [&[SUBJECT], by].concat();
    let [firsts, seconds] = records.map(|findings| rates(findings, by, &key));
    let (firsts, seconds) = (firsts?, seconds?);
    let shared = shared(records, by, &key)?;
    let groups: BTreeSet<&Vec<String>> = firsts.keys().chain(seconds.keys()).collect();
    let mut changes: Vec<Change> = groups
        .into_iter()
        .map(|group| {
            let [n_both, n_lost, n_gained] = shared.get(group).copied().unwrap_or_default();
            Change {
                group: group.clone(),
                first: firsts.get(group).copied(),
                second: seconds.get(group).copied(),
                n_both,
                n_lost,
                n_gained,
                p: None,
            }
        })
        .collect();
    // A policy that looks at floor and ceiling to say what is usable leaves them nothing to lose or
    // gain; testing them would only make the correction harder on the others.
    let is_tested = |change: &Change| change.n_both > 0 && !change.is_bound();
    let places: Vec<usize> = (0..changes.len())
        .filter(|&place| is_tested(&changes[place]))
        .collect();
    let raw: Vec<f64> = places
        .iter()
        .map(|&place| mcnemar_exact(changes[place].n_lost, changes[place].n_gained))
        .collect();
    for (place, p) in places.into_iter().zip(holm(&raw)) {
        changes[place].p = Some(p);
    }
    Ok(changes)
}

fn rates(
    findings: &Findings,
    by: &[&str],
    key: &[&str],
) -> Result<BTreeMap<Vec<String>, Rate>, AnalysisError> {
    let cells = Cells::collect(score(findings.kills.clone(), by))?;
    let mut rates = BTreeMap::new();
    for row in cells.rows() {
        let rate = Rate {
            n: cells.count(row, N_KILLED)?,
            of: cells.count(row, N_JUDGED)?,
        };
        rates.insert(group(&cells, row, key)?, rate);
    }
    Ok(rates)
}

/// Per group: the mutants judged in both records, and those among them lost and gained.
fn shared(
    records: [&Findings; 2],
    by: &[&str],
    key: &[&str],
) -> Result<BTreeMap<Vec<String>, [u64; 3]>, AnalysisError> {
    let [firsts, seconds] = records.map(|findings| kills_by(findings.kills.clone(), by));
    let of_mutant = [&[SUBJECT, MUTANT], by].concat();
    let mut columns = cols(&of_mutant);
    columns.push(col(KILLED).alias(OTHER_KILLED));
    let (was, is) = (col(KILLED), col(OTHER_KILLED));
    let counts = inner_join(firsts, seconds.select(columns), &of_mutant, &of_mutant)
        .group_by(cols(key))
        .agg([
            len().alias(N_BOTH),
            was.clone().and(is.clone().not()).sum().alias(N_ONLY_FIRST),
            was.not().and(is).sum().alias(N_ONLY_SECOND),
        ]);
    let cells = Cells::collect(sorted(counts, key))?;
    let mut shared = BTreeMap::new();
    for row in cells.rows() {
        let counts = [
            cells.count(row, N_BOTH)?,
            cells.count(row, N_ONLY_FIRST)?,
            cells.count(row, N_ONLY_SECOND)?,
        ];
        shared.insert(group(&cells, row, key)?, counts);
    }
    Ok(shared)
}

fn group(cells: &Cells, row: usize, key: &[&str]) -> Result<Vec<String>, AnalysisError> {
    let mut group = Vec::new();
    for column in key {
        group.push(cells.name(row, column)?);
    }
    Ok(group)
}

/// Changes as tables, one per subject; `by` names what the groups are.
pub(super) fn tables(
    name: &'static str,
    title: &str,
    by: &[&'static str],
    changes: &[&Change],
) -> Vec<Table> {
    let of_subjects = changes.chunk_by(|a, b| a.subject() == b.subject());
    let tables = of_subjects.map(|changes| table(name, title, by, changes));
    tables.collect()
}

fn table(name: &'static str, title: &str, by: &[&'static str], changes: &[&Change]) -> Table {
    let question = "Do the records kill different mutants, or is it chance?";
    let mut table = Table::new(name, title, question)
        .about(changes[0].subject())
        .with_columns(by.iter().map(|&column| (column, column)))
        .with_columns([
            ("first", "first"),
            ("second", "second"),
            ("in_both", "in both"),
            ("lost", "lost"),
            ("gained", "gained"),
            ("p", "p"),
        ]);
    table.layout = Layout::Blocks;
    for change in changes {
        let mut line: Vec<Cell> = change.group[1..].iter().map(Cell::text).collect();
        line.extend([
            Cell::rate(change.first),
            Cell::rate(change.second),
            Cell::Count(change.n_both),
            Cell::Count(change.n_lost),
            Cell::Count(change.n_gained),
            change.p.map_or(Cell::Missing, Cell::Probability),
        ]);
        table.rows.push(line);
    }
    table.notes.push(
        "Lost and gained: of the mutants that both records judge, those that only the first or only the \
         second kills. p: exact McNemar on these, two-sided, Holm-corrected over all subjects; floor and \
         ceiling are not tested."
            .to_owned(),
    );
    table
}
