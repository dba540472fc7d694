//! Alarms on the original, by property.

use polars::prelude::*;

use super::TableKind;
use crate::columns::{
    INCONCLUSIVE, N, N_ALARMS, N_INCONCLUSIVE, PROPERTY, SUBJECT, TECHNIQUE, VERDICT, VIOLATED,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted};
use crate::roles::REFERENCE;
use crate::{AnalysisError, Cell, Rate, Table};

pub(super) const FALSE_ALARMS: TableKind = TableKind {
    name: "false-alarms",
    question: "How often does a technique accuse the original?",
    is_main: true,
    build,
};

/// One row per subject, technique and property: cases the original was judged on, and alarms.
fn frame(cases: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, TECHNIQUE, PROPERTY];
    // The reference compares the original with itself.
    let judged = col(VERDICT)
        .is_not_null()
        .and(col(TECHNIQUE).neq(lit(REFERENCE)));
    let alarms = cases.filter(judged).group_by(cols(&key)).agg([
        len().alias(N),
        col(VERDICT).eq(lit(VIOLATED)).sum().alias(N_ALARMS),
        col(VERDICT)
            .eq(lit(INCONCLUSIVE))
            .sum()
            .alias(N_INCONCLUSIVE),
    ]);
    sorted(alarms, &key)
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(frame(findings.cases.clone()))?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let mut rows = Vec::new();
        for row in cells.rows() {
            if cells.name(row, SUBJECT)? != *subject {
                continue;
            }
            let property = cells.name(row, PROPERTY)?;
            let alarms = Rate {
                n: cells.count(row, N_ALARMS)?,
                of: cells.count(row, N)?,
            };
            let technique = cells.name(row, TECHNIQUE)?;
            let place = (technique.clone(), findings.papers.place_of(&property));
            let cells = vec![
                Cell::Text(technique),
                Cell::Text(property),
                Cell::rate(Some(alarms)),
                Cell::Count(cells.count(row, N_INCONCLUSIVE)?),
            ];
            rows.push((place, cells));
        }
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        let mut table = Table::new(
            FALSE_ALARMS.name,
            "Alarms on the original",
            FALSE_ALARMS.question,
        )
        .about(subject)
        .with_columns([
            ("technique", "technique"),
            ("property", "property"),
            ("alarms", "alarms"),
            ("inconclusive", "inconclusive"),
        ]);
        table.rows = rows.into_iter().map(|(_, cells)| cells).collect();
        table.notes.push(
            "Out of the pairs with a data set (and seed) it was judged on. An alarm or an inconclusive \
             verdict makes the pair unsound: it cannot kill."
                .to_owned(),
        );
        tables.push(table);
    }
    Ok(tables)
}
