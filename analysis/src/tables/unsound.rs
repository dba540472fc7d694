//! The cases that cannot kill.

use polars::prelude::*;

use super::TableKind;
use crate::columns::{
    CAUSE, DATA_SET, DETAIL, IS_SOUND, PROPERTY, SEED, SUBJECT, TECHNIQUE, VERDICT,
};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::{AnalysisError, Cell, Table};

pub(super) const UNSOUND: TableKind = TableKind {
    name: "unsound",
    question: "Which properties fail on the original, and where?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    // One row per case, in the order of the cases.
    let unsound = findings.cases.clone().filter(col(IS_SOUND).not());
    let cells = Cells::collect(unsound)?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let mut table = Table::new(
            UNSOUND.name,
            "Unsound pairs, which cannot kill",
            UNSOUND.question,
        )
        .about(subject)
        .with_columns([
            ("technique", "technique"),
            ("property", "property"),
            ("data_set", "data set"),
            ("seed", "seed"),
            ("verdict", "original"),
            ("cause", "cause"),
            ("detail", "detail"),
        ]);
        for row in cells.rows() {
            if cells.name(row, SUBJECT)? != *subject {
                continue;
            }
            let mut texts = Vec::new();
            for column in [TECHNIQUE, PROPERTY, DATA_SET] {
                texts.push(cells.text(row, column)?.map_or(Cell::Missing, Cell::Text));
            }
            texts.push(Cell::count(cells.optional_count(row, SEED)?));
            for column in [VERDICT, CAUSE, DETAIL] {
                texts.push(cells.text(row, column)?.map_or(Cell::Missing, Cell::Text));
            }
            table.rows.push(texts);
        }
        if !table.rows.is_empty() {
            tables.push(table);
        }
    }
    Ok(tables)
}
