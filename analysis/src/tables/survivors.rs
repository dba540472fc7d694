//! The mutants that nobody finds.

use polars::prelude::*;

use super::TableKind;
use crate::columns::{AFTER, BEFORE, CLASS, KILLED, LINE, MUTANT, NUMBER, SUBJECT};
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, sorted};
use crate::kills::kills_by;
use crate::roles::is_ranked;
use crate::{AnalysisError, Cell, Table};

pub(super) const SURVIVORS: TableKind = TableKind {
    name: "survivors",
    question: "Which mutants does no ranked technique find?",
    is_main: false,
    build,
};

/// One row per usable mutant that ranked techniques judged and none of them killed.
fn frame(findings: &Findings) -> LazyFrame {
    let survivors =
        kills_by(findings.kills.clone().filter(is_ranked()), &[]).filter(col(KILLED).not());
    let key = [SUBJECT, MUTANT];
    let columns = [SUBJECT, MUTANT, NUMBER, CLASS, LINE, BEFORE, AFTER];
    let mutants = findings.fates.clone().select(cols(&columns));
    sorted(
        inner_join(survivors, mutants, &key, &key),
        &[SUBJECT, NUMBER],
    )
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(frame(findings))?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let mut table = Table::new(SURVIVORS.name, "Survivors", SURVIVORS.question)
            .about(subject)
            .with_columns([
                ("mutant", "mutant"),
                ("class", "class"),
                ("line", "line"),
                ("before", "before"),
                ("after", "after"),
            ]);
        for row in cells.rows() {
            if cells.name(row, SUBJECT)? != *subject {
                continue;
            }
            table.rows.push(vec![
                Cell::Text(cells.name(row, MUTANT)?),
                Cell::Text(cells.name(row, CLASS)?),
                Cell::Count(cells.count(row, LINE)?),
                Cell::Text(cells.name(row, BEFORE)?),
                Cell::Text(cells.name(row, AFTER)?),
            ]);
        }
        tables.push(table);
    }
    Ok(tables)
}
