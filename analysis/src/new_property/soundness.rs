//! Where the original satisfies the property.

use std::collections::BTreeSet;

use polars::prelude::*;

use super::NewProperty;
use crate::columns::{DATA_SET, DETAIL, IS_SOUND, PROPERTY, REASON, SEED, VERDICT};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::{AnalysisError, Cell, Table};

/// On how many cases the property can be used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Soundness {
    pub(super) n_sound: u64,
    pub(super) n_cases: u64,
    /// The data sets with a case that is not sound.
    pub(super) unsound: Vec<String>,
    /// The data sets that it does not apply to.
    pub(super) skipped: Vec<String>,
}

/// The property on the original, case by case.
pub(super) fn soundness(
    findings: &Findings,
    new: &NewProperty<'_>,
) -> Result<(Soundness, Table), AnalysisError> {
    let mut found = Soundness::default();
    let title = "The property on the original";
    let mut table = Table::new(
        "soundness",
        title,
        "Does the property hold before anything is mutated?",
    )
    .about(new.subject)
    .with_columns([
        (DATA_SET, "data set"),
        (SEED, "seed"),
        ("original", "original"),
        ("sound", "sound"),
        ("evidence", "evidence"),
    ]);
    let is_new = new.is_technique().and(col(PROPERTY).eq(lit(new.property)));
    let of_property = findings.cases.clone().filter(is_new.clone());
    let cells = Cells::collect(sorted(of_property, &[DATA_SET, SEED]))?;
    let mut unsound = BTreeSet::new();
    for row in cells.rows() {
        let data_set = cells.name(row, DATA_SET)?;
        let is_sound = cells.flag(row, IS_SOUND)? == Some(true);
        found.n_cases += 1;
        found.n_sound += u64::from(is_sound);
        if !is_sound {
            unsound.insert(data_set.clone());
        }
        table.rows.push(vec![
            Cell::Text(data_set),
            Cell::count(cells.optional_count(row, SEED)?),
            Cell::Text(cells.name(row, VERDICT)?),
            Cell::Flag(is_sound),
            Cell::Text(cells.text(row, DETAIL)?.unwrap_or_default()),
        ]);
    }
    found.unsound = unsound.into_iter().collect();
    let cells = Cells::collect(sorted(findings.skipped.clone().filter(is_new), &[DATA_SET]))?;
    for row in cells.rows() {
        let data_set = cells.name(row, DATA_SET)?;
        found.skipped.push(data_set.clone());
        table.rows.push(vec![
            Cell::Text(data_set),
            Cell::Missing,
            Cell::text("does not apply"),
            Cell::Missing,
            Cell::Text(cells.name(row, REASON)?),
        ]);
    }
    table
        .notes
        .push("A case that is not sound cannot kill, and no mutant was run for it.".to_owned());
    Ok((found, table))
}
