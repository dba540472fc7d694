//! What each technique took.

use super::TableKind;
use super::techniques::scores;
use crate::columns::{
    CPU_SECONDS, N_ASKED, N_CACHED, N_DISTINCT, N_RUN, N_SAVED, SUBJECT, TECHNIQUE,
};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::{AnalysisError, Cell, Table};

pub(super) const COSTS: TableKind = TableKind {
    name: "costs",
    question: "What does each technique cost?",
    // A report without it is the same for every run of a study.
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let scores = scores(findings.kills.clone(), TECHNIQUE)?;
    // One row per subject and technique.
    let cells = Cells::collect(sorted(findings.costs.clone(), &[SUBJECT, TECHNIQUE]))?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let mut table = Table::new(COSTS.name, "Executions and time", COSTS.question)
            .about(subject)
            .with_columns([
                ("technique", "technique"),
                ("asked", "asked"),
                ("distinct", "distinct"),
                ("saved", "saved"),
                ("cached", "cached"),
                ("run", "run"),
                ("cpu_seconds", "CPU s"),
                ("cpu_seconds_per_run", "s per run"),
                ("executions_per_kill", "runs per kill"),
                ("cpu_seconds_per_kill", "s per kill"),
            ]);
        for row in cells.rows() {
            if cells.name(row, SUBJECT)? != *subject {
                continue;
            }
            let technique = cells.name(row, TECHNIQUE)?;
            let mut line = vec![Cell::text(&technique)];
            for column in [N_ASKED, N_DISTINCT, N_SAVED, N_CACHED, N_RUN] {
                line.push(Cell::Count(cells.count(row, column)?));
            }
            let seconds = cells.number(row, CPU_SECONDS)?;
            let n_run = cells.count(row, N_RUN)?;
            let n_needed = n_run + cells.count(row, N_CACHED)?;
            let n_killed = scores
                .get(&(subject.clone(), technique))
                .map_or(0, |rate| rate.n);
            let per_run = ratio(seconds, n_run);
            // Cached executions took their time in an earlier run.
            let needed_seconds = per_run.map(|seconds| seconds * n_needed as f64);
            line.extend([
                Cell::number(Some(seconds), 1),
                Cell::number(per_run, 4),
                Cell::number(ratio(n_needed as f64, n_killed), 1),
                Cell::number(
                    needed_seconds.and_then(|seconds| ratio(seconds, n_killed)),
                    4,
                ),
            ]);
            table.rows.push(line);
        }
        table.notes.push(
            "Saved: the reach probe tells the outputs without a run, or the source run failed and nothing can be compared with it. Per kill: executions of all \
             variants, discarded ones too, that were run or cached, for each distinct usable mutant killed; \
             their time at what one run took. \
             An execution that techniques share counts for each. Costs are the one part of a record that is not reproducible."
                .to_owned(),
        );
        if !table.rows.is_empty() {
            tables.push(table);
        }
    }
    Ok(tables)
}

/// How many for each; `None` when there is nothing to share among.
fn ratio(amount: f64, n: u64) -> Option<f64> {
    (n > 0).then(|| amount / n as f64)
}
