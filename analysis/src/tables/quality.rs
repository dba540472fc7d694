//! Kills by how much of their quality the outputs lose.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use super::TableKind;
use super::per_mutant::{Id, PerMutant, groups};
use crate::columns::{DISCARDED, LOSS, MUTANT, SUBJECT, USABLE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::policies::PLAINLY_WRONG;
use crate::{AnalysisError, Cell, Layout, Table};

pub(super) const QUALITY: TableKind = TableKind {
    name: "quality",
    question: "Does a technique find the mutants that anybody would notice, or the others?",
    is_main: false,
    build,
};

/// Losses in points: those above the one before it, up to this one.
const UP_TO: [(f64, &str); 6] = [
    (0.0, "none, or a gain"),
    (1.0, "up to 1 point"),
    (5.0, "up to 5 points"),
    (10.0, "up to 10 points"),
    (25.0, "up to 25 points"),
    (100.0, "more"),
];

/// What a ten-thousandth of a point cannot tell from the border between two groups.
const SLACK: f64 = 1e-9;

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    // What the policy discards as plainly wrong belongs here: readers set the threshold themselves.
    let is_wrong = col(DISCARDED).eq(lit(PLAINLY_WRONG));
    let is_candidate = col(USABLE).or(is_wrong.fill_null(lit(false)));
    let fates = findings
        .fates
        .clone()
        .with_column(is_candidate.alias(USABLE));
    let losses = losses(fates.clone())?;
    if losses.values().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let kills = findings.kills_of(fates, findings.policy)?;
    let judged = PerMutant::of(kills, &findings.papers)?;
    let tables = groups(&findings.subjects)
        .into_iter()
        .filter_map(|(subject, group)| {
            let mut table = table(&judged, &losses, &group)?;
            table.subject = subject.map(str::to_owned);
            Some(table)
        });
    Ok(tables.collect())
}

/// The loss of every mutant that counts or is plainly wrong, in points; `None` where nothing tells.
fn losses(fates: LazyFrame) -> Result<BTreeMap<Id, Option<f64>>, AnalysisError> {
    let cells = Cells::collect(sorted(fates.filter(col(USABLE)), &[SUBJECT, MUTANT]))?;
    let mut losses = BTreeMap::new();
    for row in cells.rows() {
        let id = (cells.name(row, SUBJECT)?, cells.name(row, MUTANT)?);
        losses.insert(
            id,
            cells.optional_number(row, LOSS)?.map(|loss| 100.0 * loss),
        );
    }
    Ok(losses)
}

fn table(
    judged: &PerMutant,
    losses: &BTreeMap<Id, Option<f64>>,
    subjects: &BTreeSet<&str>,
) -> Option<Table> {
    let techniques = judged.techniques(subjects);
    let of_group = |id: &Id| subjects.contains(id.0.as_str());
    let is_rated = losses
        .iter()
        .any(|(id, loss)| of_group(id) && loss.is_some());
    if techniques.is_empty() || !is_rated {
        return None;
    }
    let mut table = Table::new(QUALITY.name, "Kills by loss of quality", QUALITY.question)
        .with_columns([("loss", "loses"), ("mutants", "mutants")])
        .with_columns(techniques.iter().map(|name| (*name, *name)));
    table.layout = Layout::Blocks;
    let mut add = |label: &str, is_in: &dyn Fn(Option<f64>) -> bool| {
        let is_among = |id: &Id| of_group(id) && losses.get(id).is_some_and(|loss| is_in(*loss));
        let n_mutants = losses.keys().filter(|id| is_among(id)).count();
        let mut row = vec![Cell::text(label), Cell::Count(n_mutants as u64)];
        let rates = techniques.iter().map(|name| judged.rate(name, is_among));
        row.extend(rates.map(Cell::rate));
        table.rows.push(row);
    };
    let mut above = f64::NEG_INFINITY;
    for (up_to, label) in UP_TO {
        add(label, &|loss| {
            loss.is_some_and(|loss| loss > above + SLACK && loss <= up_to + SLACK)
        });
        above = up_to;
    }
    add("not known", &|loss| loss.is_none());
    table.notes.push(
        "Loss: of the share of rows that get their label, or of the area under the curve of a ranking, against \
         the original's, on average over the data sets on which the mutant ended normally. The mutants are those \
         that count and those discarded for a plainly wrong output alone."
            .to_owned(),
    );
    Some(table)
}
