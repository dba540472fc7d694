//! Rates by anything that a verdict or a mutant has.

use polars::prelude::*;

use crate::columns::{
    CLASS, DATA_SET, FUNCTION, KILLED, MUTANT, N_JUDGED, N_KILLED, OPERATOR, PROPERTY, SUBJECT,
    TECHNIQUE,
};
use crate::findings::Findings;
use crate::first_killers::WHY_LEAST;
use crate::frames::{Cells, cols, sorted};
use crate::names::find;
use crate::{AnalysisError, Cell, Rate, Table};

/// Something that rates can be split by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimension {
    /// Its name on the command line.
    pub name: &'static str,
    column: &'static str,
}

const fn dimension(name: &'static str, column: &'static str) -> Dimension {
    Dimension { name, column }
}

/// Everything that rates can be split by.
pub const DIMENSIONS: [Dimension; 8] = [
    dimension("subject", SUBJECT),
    dimension("technique", TECHNIQUE),
    dimension("property", PROPERTY),
    dimension("data-set", DATA_SET),
    dimension("class", CLASS),
    dimension("operator", OPERATOR),
    dimension("function", FUNCTION),
    dimension("mutant", MUTANT),
];

impl Dimension {
    /// The dimension of this name.
    ///
    /// # Errors
    /// When there is none; the error names the nearest.
    pub fn named(name: &str) -> Result<Self, AnalysisError> {
        find("dimension", name, &DIMENSIONS, |dimension| dimension.name)
    }
}

/// The rates of every combination of values of these dimensions, in the order given.
pub(crate) fn rates(findings: &Findings, by: &[Dimension]) -> Result<Table, AnalysisError> {
    let columns: Vec<&str> = by.iter().map(|dimension| dimension.column).collect();
    let names: Vec<&str> = by.iter().map(|dimension| dimension.name).collect();
    let cells = Cells::collect(frame(findings.all_kills()?, &columns))?;
    let mut table = Table::new(
        "rates",
        format!("Kills by {}", names.join(", ")),
        "How many mutants does each group kill?",
    )
    .with_columns(columns.iter().copied().zip(names.iter().copied()))
    .with_columns([("killed", "killed")]);
    for row in cells.rows() {
        let mut line = Vec::new();
        for column in &columns {
            line.push(Cell::Text(cells.name(row, column)?));
        }
        line.push(Cell::rate(Some(Rate {
            n: cells.count(row, N_KILLED)?,
            of: cells.count(row, N_JUDGED)?,
        })));
        table.rows.push(line);
    }
    let mut note = "Out of the usable mutants that a sound case of the group judged; a mutant is killed by a group \
         when any of its cases kills it."
        .to_owned();
    // Another tool's matrix has no ceiling, and not always a floor.
    if !findings.provenance.is_imported() {
        note += " Floor and ceiling are among the techniques.";
    }
    table.notes.push(note);
    if by.iter().any(|dimension| dimension.name == "property")
        && !findings.provenance.is_full_matrix()
    {
        table.notes.push(WHY_LEAST.to_owned());
    }
    Ok(table)
}

/// One row per combination: mutants judged, mutants killed.
fn frame(kills: LazyFrame, by: &[&str]) -> LazyFrame {
    let mut of_mutant = vec![SUBJECT, MUTANT];
    of_mutant.extend(
        by.iter()
            .filter(|column| ![SUBJECT, MUTANT].contains(column)),
    );
    let scores = kills
        .group_by(cols(&of_mutant))
        .agg([col(KILLED).any(true)])
        .group_by(cols(by))
        .agg([len().alias(N_JUDGED), col(KILLED).sum().alias(N_KILLED)]);
    sorted(scores, by)
}
