//! Between which rates the true one lies while some mutants may be equivalent.

use std::collections::BTreeMap;

use polars::prelude::*;

use super::TableKind;
use super::techniques::{Scores, scores};
use crate::columns::{KILLED, MUTANT, N, ORIGINAL, PROPAGATED, SAME_AS, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, left_join, sorted};
use crate::kills::kills_by;
use crate::roles::{Role, role};
use crate::statistics::brackets;
use crate::{AnalysisError, Cell, Table};

pub(super) const EQUIVALENTS: TableKind = TableKind {
    name: "equivalents",
    question: "What may mutants that change nothing do to the rates?",
    is_main: false,
    build,
};

/// One row per mutant: those of these kills that nothing tells from the original.
fn undecided(findings: &Findings, kills: LazyFrame) -> LazyFrame {
    let unseen = kills_by(kills, &[]).filter(col(KILLED).not());
    let same = findings
        .fates
        .clone()
        .filter(col(PROPAGATED).eq(lit(true)).fill_null(lit(false)).not())
        .select(cols(&[SUBJECT, MUTANT]));
    let key = [SUBJECT, MUTANT];
    inner_join(unseen, same, &key, &key)
}

/// How many mutants of each subject these rows are about.
fn count(rows: LazyFrame) -> Result<BTreeMap<String, u64>, AnalysisError> {
    let mutants = rows
        .select(cols(&[SUBJECT, MUTANT]))
        .unique(None, UniqueKeepStrategy::Any);
    let counts = mutants.group_by(cols(&[SUBJECT])).agg([len().alias(N)]);
    let cells = Cells::collect(sorted(counts, &[SUBJECT]))?;
    let rows = cells.rows();
    rows.map(|row| Ok((cells.name(row, SUBJECT)?, cells.count(row, N)?)))
        .collect()
}

/// What the record says of the optimised code of the judged mutants.
struct SameCode {
    /// Judged mutants that are the original's code, by subject.
    n_original: BTreeMap<String, u64>,
    /// Those of them that were killed all the same.
    n_killed_original: BTreeMap<String, u64>,
    /// Judged mutants that are the code of another one before them.
    n_other: BTreeMap<String, u64>,
    /// Rates over mutants of which no other one before them is the code, nor the original.
    once: Scores,
}

impl SameCode {
    /// What is said, and the kills without the mutants that are the original's code.
    fn gather(findings: &Findings) -> Result<(Option<Self>, LazyFrame), AnalysisError> {
        let kills = findings.kills.clone();
        let Some(same_code) = findings.same_code.clone() else {
            return Ok((None, kills));
        };
        let key = [SUBJECT, MUTANT];
        // A mutant whose code was not compared stays, as one that may be equivalent.
        let kills = left_join(kills, same_code, &key, &key);
        let is_original = || col(SAME_AS).eq(lit(ORIGINAL)).fill_null(lit(false));
        let original = kills.clone().filter(is_original());
        let other = kills
            .clone()
            .filter(col(SAME_AS).is_not_null().and(is_original().not()));
        let same_code = Self {
            n_killed_original: count(original.clone().filter(col(KILLED)))?,
            n_original: count(original)?,
            n_other: count(other)?,
            once: scores(kills.clone().filter(col(SAME_AS).is_null()), TECHNIQUE)?,
        };
        Ok((Some(same_code), kills.filter(is_original().not())))
    }
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let (same_code, kills) = SameCode::gather(findings)?;
    let judged = scores(findings.kills.clone(), TECHNIQUE)?;
    let scores = scores(kills.clone(), TECHNIQUE)?;
    let n_judged = count(kills.clone())?;
    let n_undecided = count(undecided(findings, kills))?;
    let of =
        |counts: &BTreeMap<String, u64>, subject: &str| counts.get(subject).copied().unwrap_or(0);
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let n_undecided = of(&n_undecided, subject);
        let mut columns = vec![("technique", "technique"), ("killed", "killed")];
        if same_code.is_some() {
            columns.extend([
                ("same_as_original", "same code as original"),
                ("same_as_other", "as another"),
            ]);
        }
        columns.extend([
            ("undecided", "undecided"),
            ("least_percent", "at least %"),
            ("most_percent", "at most %"),
        ]);
        if same_code.is_some() {
            columns.push(("once_percent", "each code once %"));
        }
        let mut table = Table::new(EQUIVALENTS.name, "Undecided mutants", EQUIVALENTS.question)
            .about(subject)
            .with_columns(columns);
        let of_subject = scores.iter().filter(|((known, _), _)| known == subject);
        for (key, rate) in of_subject {
            if role(&key.1) != Role::Ranked {
                continue;
            }
            // A technique that did not judge every mutant has no bracket: the undecided are of all.
            let whole = Some(rate).filter(|rate| rate.of == of(&n_judged, subject));
            let found = whole.and_then(|rate| brackets(rate.n, n_undecided, rate.of));
            let percent = |share: f64| 100.0 * share;
            let mut row = vec![Cell::text(&key.1), Cell::rate(judged.get(key).copied())];
            if let Some(same_code) = &same_code {
                row.push(Cell::Count(of(&same_code.n_original, subject)));
                row.push(Cell::Count(of(&same_code.n_other, subject)));
            }
            row.extend([
                Cell::Count(n_undecided),
                Cell::number(found.map(|(low, _)| percent(low)), 1),
                Cell::number(found.and_then(|(_, high)| high).map(percent), 1),
            ]);
            if let Some(same_code) = &same_code {
                let once = same_code.once.get(key);
                row.push(Cell::number(once.and_then(|rate| rate.percent()), 1));
            }
            table.rows.push(row);
        }
        table.notes.push(
            "Undecided: usable, killed by no technique at all, and no output differs on a study data set. \
             At least: if none of them is equivalent; at most: if all are, and leave the denominator."
                .to_owned(),
        );
        if let Some(same_code) = &same_code {
            table
                .notes
                .push(note(of(&same_code.n_killed_original, subject)));
        }
        if !table.rows.is_empty() {
            tables.push(table);
        }
    }
    Ok(tables)
}

fn note(n_killed: u64) -> String {
    let known = "Mutants that the compiler makes the original's code of are equivalent: they are not undecided, \
                 and leave the denominator at both ends. Each code once: those of another mutant's code are \
                 left out too.";
    match n_killed {
        0 => known.to_owned(),
        n_killed => format!(
            "{known} {n_killed} of them were killed all the same, which is a fault of the harness or a \
             program that is not deterministic."
        ),
    }
}
