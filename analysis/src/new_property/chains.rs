//! What chaining the new property with the others adds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use killrate_record::CostRow;
use polars::prelude::*;

use super::NewProperty;
use crate::columns::{KILLED, MUTANT, PROPERTY, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::roles::ITERATIVE;
use crate::{AnalysisError, Cell, Papers, Policy, Rate, Report, Table};

/// Chains of a new property with those of a record.
#[derive(Debug, Clone, Copy)]
pub struct NewChains<'a> {
    /// By the names of their verdicts, the properties in order.
    pub chains: &'a BTreeMap<String, Vec<String>>,
    /// What their verdicts took.
    pub cost: &'a CostRow,
}

/// The same report with what chains add to what properties alone kill; the record has their verdicts
/// among the others'.
///
/// # Errors
/// As for [`new_property`](super::new_property).
pub fn with_chains(
    mut report: Report,
    record: &Path,
    papers: &Papers,
    policy: &'static Policy,
    new: &NewProperty<'_>,
    chains: &NewChains<'_>,
) -> Result<Report, AnalysisError> {
    let findings = Findings::gather(&[record], papers, policy)?;
    let (table, sentences) = told(&findings, new, chains)?;
    report.tables.push(table);
    if let Some(paragraph) = report.headline.last_mut() {
        paragraph.sentences.extend(sentences);
    }
    Ok(report)
}

/// The mutants that something judged, and those of them that it killed.
#[derive(Default)]
struct Kills {
    judged: BTreeSet<String>,
    killed: BTreeSet<String>,
}

fn told(
    findings: &Findings,
    new: &NewProperty<'_>,
    chains: &NewChains<'_>,
) -> Result<(Table, Vec<String>), AnalysisError> {
    let is_of = |technique: &str| {
        let is_subject = col(SUBJECT).eq(lit(new.subject));
        is_subject.and(col(TECHNIQUE).eq(lit(technique.to_owned())))
    };
    let alone = kills(findings, is_of(new.technique))?;
    let alone: BTreeSet<&String> = alone.values().flat_map(|kills| &kills.killed).collect();
    let by_chain = kills(findings, is_of(ITERATIVE))?;
    let mut table = Table::new(
        "chains",
        "Chains with the property",
        "What does chaining it with the others add?",
    )
    .about(new.subject)
    .with_columns([
        ("chain", "chain"),
        ("properties", "properties"),
        ("killed", "killed"),
        ("only_chained", "that no property alone kills"),
    ]);
    let mut rows: Vec<(u64, u64, &Vec<String>, Rate)> = Vec::new();
    let mut added: BTreeSet<&String> = BTreeSet::new();
    for (name, kills) in &by_chain {
        let Some(sequence) = chains.chains.get(name) else {
            continue;
        };
        let only = kills.killed.iter().filter(|mutant| !alone.contains(mutant));
        let only: Vec<&String> = only.collect();
        let rate = Rate {
            n: kills.killed.len() as u64,
            of: kills.judged.len() as u64,
        };
        rows.push((only.len() as u64, rate.n, sequence, rate));
        added.extend(only);
    }
    // What adds most comes first, and the shorter of equal ones.
    rows.sort_by_key(|(only, killed, sequence, _)| {
        (
            u64::MAX - only,
            sequence.len(),
            u64::MAX - killed,
            *sequence,
        )
    });
    for (only, _, sequence, rate) in &rows {
        table.rows.push(vec![
            Cell::text(sequence.join(", ")),
            Cell::Count(sequence.len() as u64),
            Cell::rate(Some(*rate)),
            Cell::Count(*only),
        ]);
    }
    table.notes.push(
        "Each chain by itself: the first property is applied to the data, the next to what that made, and each \
         test is compared with the one that it was made of. So a chain kills at least what its first property \
         kills on data to which all of it applies."
            .to_owned(),
    );
    let (n_chains, n_sound) = (chains.chains.len(), rows.len());
    let mut sentences = vec![match added.len() {
        0 => format!(
            "Chaining it adds nothing: none of {n_sound} sound chains, of {n_chains}, kills a mutant that no \
             property alone kills."
        ),
        n => format!(
            "Chaining it with the others adds {n} {} that no property alone kills, by {n_sound} sound chains \
             of {n_chains}; `{}` finds most of them, {}.",
            if n == 1 { "mutant" } else { "mutants" },
            rows[0].2.join(", "),
            rows[0].0
        ),
    }];
    sentences.push(format!(
        "The chains take {} executions, of which {} were run now.",
        chains.cost.n_distinct, chains.cost.n_run
    ));
    Ok((table, sentences))
}

/// By property.
fn kills(findings: &Findings, is_wanted: Expr) -> Result<BTreeMap<String, Kills>, AnalysisError> {
    let kills = findings.kills.clone().filter(is_wanted);
    let cells = Cells::collect(sorted(kills, &[PROPERTY, MUTANT]))?;
    let mut by_property: BTreeMap<String, Kills> = BTreeMap::new();
    for row in cells.rows() {
        let kills = by_property.entry(cells.name(row, PROPERTY)?).or_default();
        let mutant = cells.name(row, MUTANT)?;
        if cells.flag(row, KILLED)? == Some(true) {
            kills.killed.insert(mutant.clone());
        }
        kills.judged.insert(mutant);
    }
    Ok(by_property)
}
