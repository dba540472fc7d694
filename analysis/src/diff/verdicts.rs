//! Which verdicts changed.

use killrate_record::Basis;
use polars::prelude::*;

use super::rows::{VERDICT_KEY, VERDICT_VALUES, first, is_changed, matched, second};
use crate::columns::{
    BASIS, CAUSE, DATA_SET, MUTANT, N, PROPERTY, SEED, SUBJECT, TECHNIQUE, VARIANT, VERDICT,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted};
use crate::{AnalysisError, Cell, Table};

/// How a record calls the column of a value.
type Rename = fn(&str) -> String;

/// One row per verdict that both records have and that changed.
fn changed(records: [&Findings; 2]) -> PolarsResult<LazyFrame> {
    let [one, other] = records.map(Findings::named_verdicts);
    let rows = matched([one?, other?], &VERDICT_KEY, &VERDICT_VALUES);
    Ok(rows.filter(is_changed(&VERDICT_VALUES)))
}

/// How many verdicts changed from what to what, and a mutant for each.
pub(super) fn transitions(records: [&Findings; 2]) -> Result<Option<Table>, AnalysisError> {
    let was = VERDICT_VALUES.map(first);
    let is = VERDICT_VALUES.map(second);
    let mut key = vec![SUBJECT, TECHNIQUE, PROPERTY, DATA_SET];
    key.extend(was.iter().chain(&is).map(String::as_str));
    let counts = changed(records)?
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
        line.push(Cell::Text(verdict(&cells, row, first)?));
        line.push(Cell::Text(verdict(&cells, row, second)?));
        line.push(Cell::Count(cells.count(row, N)?));
        line.push(Cell::Text(cells.name(row, MUTANT)?));
        table.rows.push(line);
    }
    Ok((!table.rows.is_empty()).then_some(table))
}

/// Every verdict that changed.
pub(super) fn list(records: [&Findings; 2]) -> Result<Table, AnalysisError> {
    let cells = Cells::collect(sorted(changed(records)?, &VERDICT_KEY))?;
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
        line.push(Cell::Text(verdict(&cells, row, first)?));
        line.push(Cell::Text(verdict(&cells, row, second)?));
        table.rows.push(line);
    }
    Ok(table)
}

/// A verdict of one record with its cause, and what it rests on where the variant was not run.
fn verdict(cells: &Cells, row: usize, side: Rename) -> Result<String, AnalysisError> {
    let mut text = cells.name(row, &side(VERDICT))?;
    if let Some(cause) = cells.text(row, &side(CAUSE))? {
        text += &format!(" ({cause})");
    }
    let basis = cells.name(row, &side(BASIS))?;
    if basis != Basis::Run.name() {
        text += &format!(", {basis}");
    }
    Ok(text)
}
