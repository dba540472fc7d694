//! What other thresholds of plainly wrong output would make of the rates.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use super::TableKind;
use super::per_mutant::{Id, PerMutant, groups};
use crate::columns::{DISCARDED, MUTANT, N_ENDED, N_PLAINLY_WRONG, SUBJECT, USABLE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::policies::{PLAINLY_WRONG, WRONG_FROM};
use crate::{AnalysisError, Cell, Layout, Rate, Table};

pub(super) const PLAUSIBILITY: TableKind = TableKind {
    name: "plausibility",
    question: "What if more or fewer mutants were discarded for a plainly wrong output?",
    is_main: false,
    build,
};

/// The shares of the data sets from which on a mutant is discarded; `None` discards none.
const THRESHOLDS: [(Option<f64>, &str); 6] = [
    (Some(0.0), "any of the data sets"),
    (Some(0.25), "a quarter of them"),
    (Some(0.5), "half of them"),
    (Some(0.75), "three quarters of them"),
    (Some(1.0), "all of them"),
    (None, "never"),
];

/// On how many of the data sets where it ended normally a mutant is plainly wrong.
type Wrong = BTreeMap<Id, (u64, u64)>;

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    // Without outputs every threshold would discard nobody, which would look like an answer.
    if findings.provenance.is_imported() || !findings.tells_looks() {
        return Ok(Vec::new());
    }
    // The policy's own threshold is the last thing it looks at, so what it discards is all that another
    // one could bring back.
    let is_wrong = col(DISCARDED).eq(lit(PLAINLY_WRONG));
    let is_candidate = col(USABLE).or(is_wrong.fill_null(lit(false)));
    let fates = findings
        .fates
        .clone()
        .with_column(is_candidate.alias(USABLE));
    let kills = findings.kills_of(fates.clone(), findings.policy)?;
    let judged = PerMutant::of(kills, &findings.papers)?;
    let wrong = wrong(fates)?;
    let tables = groups(&findings.subjects)
        .into_iter()
        .filter_map(|(subject, group)| {
            let mut table = table(findings, &judged, &wrong, &group)?;
            table.subject = subject.map(str::to_owned);
            Some(table)
        });
    Ok(tables.collect())
}

fn wrong(fates: LazyFrame) -> Result<Wrong, AnalysisError> {
    let candidates = fates.filter(col(USABLE));
    let cells = Cells::collect(sorted(candidates, &[SUBJECT, MUTANT]))?;
    let mut wrong = Wrong::new();
    for row in cells.rows() {
        let count = |name| Ok::<u64, AnalysisError>(cells.optional_count(row, name)?.unwrap_or(0));
        let id = (cells.name(row, SUBJECT)?, cells.name(row, MUTANT)?);
        wrong.insert(id, (count(N_PLAINLY_WRONG)?, count(N_ENDED)?));
    }
    Ok(wrong)
}

fn table(
    findings: &Findings,
    judged: &PerMutant,
    wrong: &Wrong,
    subjects: &BTreeSet<&str>,
) -> Option<Table> {
    let techniques = judged.techniques(subjects);
    if techniques.is_empty() {
        return None;
    }
    let title = "Kills by the threshold of plainly wrong output";
    let mut table = Table::new(PLAUSIBILITY.name, title, PLAUSIBILITY.question)
        .with_columns([
            ("discarded_from", "discarded when wrong on"),
            ("discarded", "discarded"),
        ])
        .with_columns(techniques.iter().map(|name| (*name, *name)));
    table.layout = Layout::Blocks;
    let of_group = wrong
        .iter()
        .filter(|((subject, _), _)| subjects.contains(subject.as_str()));
    let of_group: Vec<(&Id, &(u64, u64))> = of_group.collect();
    for (from, label) in THRESHOLDS {
        let is_discarded =
            |(n, of): (u64, u64)| from.is_some_and(|from| n > 0 && n as f64 >= from * of as f64);
        let n_discarded = of_group.iter().filter(|(_, known)| is_discarded(**known));
        let discarded = Rate {
            n: n_discarded.count() as u64,
            of: of_group.len() as u64,
        };
        let is_left = |id: &Id| {
            let known = wrong.get(id).filter(|_| subjects.contains(id.0.as_str()));
            known.is_some_and(|known| !is_discarded(*known))
        };
        let mut row = vec![Cell::text(label), Cell::rate(Some(discarded))];
        let rates = techniques.iter().map(|name| judged.rate(name, is_left));
        row.extend(rates.map(Cell::rate));
        table.rows.push(row);
    }
    let discards = (findings.policy.discards)();
    let has_rule = discards.iter().any(|(reason, _)| *reason == PLAINLY_WRONG);
    table.notes.push(format!(
        "Discarded: of the mutants that the policy `{}` counts or discards for this reason alone{}. An output \
         is plainly wrong when it is constant, in the order of the file, not one thing for each row, empty or \
         missing, or a ranking no better than chance, and the original's is not.",
        findings.policy.name,
        if has_rule {
            format!("; it discards from a share of {WRONG_FROM} of the data sets on")
        } else {
            "; it discards none".to_owned()
        }
    ));
    Some(table)
}
