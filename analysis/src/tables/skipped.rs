//! Properties that were planned and do not apply.

use super::TableKind;
use crate::columns::{DATA_SET, PROPERTY, REASON, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::{AnalysisError, Cell, Table};

pub(super) const SKIPPED: TableKind = TableKind {
    name: "skipped",
    question: "What was planned and does not apply?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let columns = [TECHNIQUE, PROPERTY, DATA_SET, REASON];
    let key = [SUBJECT, TECHNIQUE, PROPERTY, DATA_SET];
    let cells = Cells::collect(sorted(findings.skipped.clone(), &key))?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let mut table = Table::new(SKIPPED.name, "Not applicable", SKIPPED.question)
            .about(subject)
            .with_columns([
                ("technique", "technique"),
                ("property", "property"),
                ("data_set", "data set"),
                ("reason", "reason"),
            ]);
        for row in cells.rows() {
            if cells.name(row, SUBJECT)? == *subject {
                let texts = columns.map(|column| cells.name(row, column).map(Cell::Text));
                table
                    .rows
                    .push(texts.into_iter().collect::<Result<_, _>>()?);
            }
        }
        if !table.rows.is_empty() {
            tables.push(table);
        }
    }
    Ok(tables)
}
