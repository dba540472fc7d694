//! Which verdicts changed.

use polars::prelude::*;

use super::rows::{VERDICT_KEY, VERDICT_VALUES, first, is_changed, matched, second};
use crate::columns::{
    CAUSE, DATA_SET, MUTANT, N, PROPERTY, SEED, SUBJECT, TECHNIQUE, VARIANT, VERDICT,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted};
use crate::{AnalysisError, Cell, Table};

/// One row per verdict that both records have and that changed.
fn changed(records: [&Findings; 2]) -> LazyFrame {
    let rows = matched(
        records.map(Findings::verdicts),
        &VERDICT_KEY,
        &VERDICT_VALUES,
    );
    rows.filter(is_changed(&VERDICT_VALUES))
}

/// How many verdicts changed from what to what, and a mutant for each.
pub(super) fn transitions(records: [&Findings; 2]) -> Result<Option<Table>, AnalysisError> {
    let (was, is) = (first(VERDICT), second(VERDICT));
    let (was_cause, is_cause) = (first(CAUSE), second(CAUSE));
    let key = [
        SUBJECT, TECHNIQUE, PROPERTY, DATA_SET, &was, &was_cause, &is, &is_cause,
    ];
    let counts = changed(records)
        .group_by(cols(&key))
        .agg([len().alias(N), col(VARIANT).min().alias(MUTANT)]);
    let cells = Cells::collect(sorted(counts, &key))?;
    let title = "Verdicts that changed";
    let mut table = Table::new("transitions", title, "What do the records judge otherwise?")
        .with_columns([
            (SUBJECT, "subject"),
            (TECHNIQUE, "technique"),
            (PROPERTY, "property"),
            (DATA_SET, "data set"),
            ("was", "was"),
            ("is", "is"),
            ("verdicts", "verdicts"),
            ("example", "for example"),
        ]);
    for row in cells.rows() {
        let mut line = Vec::new();
        for column in [SUBJECT, TECHNIQUE, PROPERTY, DATA_SET] {
            line.push(Cell::Text(cells.name(row, column)?));
        }
        line.push(Cell::Text(verdict(&cells, row, &was, &was_cause)?));
        line.push(Cell::Text(verdict(&cells, row, &is, &is_cause)?));
        line.push(Cell::Count(cells.count(row, N)?));
        line.push(Cell::Text(cells.name(row, MUTANT)?));
        table.rows.push(line);
    }
    Ok((!table.rows.is_empty()).then_some(table))
}

/// Every verdict that changed.
pub(super) fn list(records: [&Findings; 2]) -> Result<Table, AnalysisError> {
    let cells = Cells::collect(sorted(changed(records), &VERDICT_KEY))?;
    let title = "Every verdict that changed";
    let mut table =
        Table::new("verdicts", title, "Which judgements are otherwise?").with_columns([
            (SUBJECT, "subject"),
            (VARIANT, "variant"),
            (TECHNIQUE, "technique"),
            (PROPERTY, "property"),
            (DATA_SET, "data set"),
            (SEED, "seed"),
            ("was", "was"),
            ("is", "is"),
        ]);
    for row in cells.rows() {
        let mut line = Vec::new();
        for column in [SUBJECT, VARIANT, TECHNIQUE, PROPERTY, DATA_SET] {
            line.push(Cell::Text(cells.name(row, column)?));
        }
        line.push(Cell::count(cells.optional_count(row, SEED)?));
        line.push(Cell::Text(verdict(
            &cells,
            row,
            &first(VERDICT),
            &first(CAUSE),
        )?));
        line.push(Cell::Text(verdict(
            &cells,
            row,
            &second(VERDICT),
            &second(CAUSE),
        )?));
        table.rows.push(line);
    }
    Ok(table)
}

/// A verdict and its cause.
fn verdict(cells: &Cells, row: usize, verdict: &str, cause: &str) -> Result<String, AnalysisError> {
    let verdict = cells.name(row, verdict)?;
    Ok(match cells.text(row, cause)? {
        Some(cause) => format!("{verdict} ({cause})"),
        None => verdict,
    })
}
