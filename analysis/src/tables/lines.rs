//! Lines run by the known cases and by the study's data.

use polars::prelude::*;

use super::TableKind;
use crate::columns::{
    BY_KNOWN_CASES, BY_STUDY_DATA, N, N_BOTH, N_KNOWN_CASES, N_STUDY_DATA, SUBJECT,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted};
use crate::{AnalysisError, Cell, Layout, Rate, Table};

pub(super) const LINES: TableKind = TableKind {
    name: "lines",
    question: "Do the known cases of the partial oracle run as much of the program as the study's data?",
    is_main: true,
    build,
};

const ABOUT: &str = "Out of the lines of the original on which a statement or an arm of a `match` starts; tests \
     and what the compiler evaluates are left out. A line is run when any of the data sets runs it.";

/// One row per subject: its lines, and how many of them each kind of data runs.
fn frame(lines: LazyFrame) -> LazyFrame {
    let both = col(BY_STUDY_DATA).and(col(BY_KNOWN_CASES));
    let counts = lines.group_by(cols(&[SUBJECT])).agg([
        len().alias(N),
        col(BY_KNOWN_CASES).sum().alias(N_KNOWN_CASES),
        col(BY_STUDY_DATA).sum().alias(N_STUDY_DATA),
        both.sum().alias(N_BOTH),
    ]);
    sorted(counts, &[SUBJECT])
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(frame(findings.lines.clone()))?;
    if cells.rows().is_empty() {
        return Ok(Vec::new());
    }
    let mut table = Table::new(
        LINES.name,
        "Lines run by the known cases and by the study's data",
        LINES.question,
    )
    .with_columns([
        ("subject", "subject"),
        ("known_cases", "known cases"),
        ("study_data", "study data"),
        ("both", "both"),
    ]);
    table.layout = Layout::Blocks;
    for row in cells.rows() {
        let of = cells.count(row, N)?;
        let share = |column| {
            PolarsResult::Ok(Cell::rate(Some(Rate {
                n: cells.count(row, column)?,
                of,
            })))
        };
        table.rows.push(vec![
            Cell::Text(cells.name(row, SUBJECT)?),
            share(N_KNOWN_CASES)?,
            share(N_STUDY_DATA)?,
            share(N_BOTH)?,
        ]);
    }
    let mut about = vec![ABOUT];
    about.extend(findings.papers.remarks(LINES.name));
    table.notes.push(about.join(" "));
    Ok(vec![table])
}
