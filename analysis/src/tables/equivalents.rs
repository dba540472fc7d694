//! Between which rates the true one lies while some mutants may be equivalent.

use polars::prelude::*;

use super::TableKind;
use super::techniques::scores;
use crate::columns::{KILLED, MUTANT, N, PROPAGATED, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, sorted};
use crate::kills::kills_by;
use crate::roles::{Role, role};
use crate::statistics::brackets;
use crate::{AnalysisError, Cell, Table};

pub(super) const EQUIVALENTS: TableKind = TableKind {
    name: "equivalents",
    thesis: &[],
    question: "What may mutants that change nothing do to the rates?",
    is_main: false,
    build,
};

/// One row per subject: usable mutants that nothing tells from the original.
fn undecided(findings: &Findings) -> LazyFrame {
    let unseen = kills_by(findings.kills.clone(), &[]).filter(col(KILLED).not());
    let same = findings
        .fates
        .clone()
        .filter(col(PROPAGATED).eq(lit(true)).fill_null(lit(false)).not())
        .select(cols(&[SUBJECT, MUTANT]));
    let key = [SUBJECT, MUTANT];
    let counts = inner_join(unseen, same, &key, &key)
        .group_by(cols(&[SUBJECT]))
        .agg([len().alias(N)]);
    sorted(counts, &[SUBJECT])
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let scores = scores(findings.kills.clone(), TECHNIQUE)?;
    let cells = Cells::collect(undecided(findings))?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let mut n_undecided = 0;
        for row in cells.rows() {
            if cells.name(row, SUBJECT)? == *subject {
                n_undecided = cells.count(row, N)?;
            }
        }
        let mut table = Table::new(EQUIVALENTS.name, "Undecided mutants", EQUIVALENTS.question)
            .about(subject)
            .with_columns([
                ("technique", "technique"),
                ("killed", "killed"),
                ("undecided", "undecided"),
                ("least_percent", "at least %"),
                ("most_percent", "at most %"),
            ]);
        let of_subject = scores.iter().filter(|((known, _), _)| known == subject);
        for ((_, technique), rate) in of_subject {
            if role(technique) != Role::Ranked {
                continue;
            }
            // A technique that did not judge every mutant has no bracket: the undecided are of all.
            let judged = Some(rate).filter(|rate| rate.of >= rate.n + n_undecided);
            let found = judged.and_then(|rate| brackets(rate.n, n_undecided, rate.of));
            let percent = |share: f64| 100.0 * share;
            table.rows.push(vec![
                Cell::text(technique),
                Cell::rate(Some(*rate)),
                Cell::Count(n_undecided),
                Cell::number(found.map(|(low, _)| percent(low)), 1),
                Cell::number(found.and_then(|(_, high)| high).map(percent), 1),
            ]);
        }
        table.notes.push(
            "Undecided: usable, killed by no technique at all, and no output differs on a study data set. \
             At least: if none of them is equivalent; at most: if all are, and leave the denominator."
                .to_owned(),
        );
        if !table.rows.is_empty() {
            tables.push(table);
        }
    }
    Ok(tables)
}
