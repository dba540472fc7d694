//! What the original says of the property, case by case.

use std::collections::BTreeSet;

use killrate_record::Skipped;
use polars::prelude::*;

use super::NewProperty;
use crate::columns::{DATA_SET, DETAIL, IS_SOUND, PROPERTY, SEED, VERDICT, VIOLATED};
use crate::findings::Findings;
use crate::frames::{Cells, skipped, sorted};
use crate::{AnalysisError, Cell, Table};

/// What the original says of the property, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OnOriginal {
    pub(super) n_sound: u64,
    pub(super) n_broken: u64,
    pub(super) n_cases: u64,
    /// The data sets with a case in which the original breaks it.
    pub(super) broken: BTreeSet<String>,
    /// The data sets with a case that has no verdict.
    pub(super) undecided: BTreeSet<String>,
    /// The first case in which the original breaks it, and what was seen.
    pub(super) counter_example: Option<(String, String)>,
    /// The data sets that it does not apply to.
    pub(super) skipped: Vec<Skipped>,
}

/// The property on the original, case by case.
pub(super) fn on_original(
    findings: &Findings,
    new: &NewProperty<'_>,
) -> Result<(OnOriginal, Table), AnalysisError> {
    let mut found = OnOriginal::default();
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
    for row in cells.rows() {
        let data_set = cells.name(row, DATA_SET)?;
        let seed = cells.optional_count(row, SEED)?;
        let verdict = cells.name(row, VERDICT)?;
        let detail = cells.text(row, DETAIL)?.unwrap_or_default();
        let is_sound = cells.flag(row, IS_SOUND)? == Some(true);
        found.n_cases += 1;
        if is_sound {
            found.n_sound += 1;
        } else if verdict == VIOLATED {
            found.n_broken += 1;
            found.broken.insert(data_set.clone());
            found.counter_example.get_or_insert_with(|| {
                let seed = seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
                (format!("{data_set}{seed}"), detail.clone())
            });
        } else {
            found.undecided.insert(data_set.clone());
        }
        table.rows.push(vec![
            Cell::Text(data_set),
            Cell::count(seed),
            Cell::Text(verdict),
            Cell::Flag(is_sound),
            Cell::Text(detail),
        ]);
    }
    found.skipped = skipped(findings.skipped.clone().filter(is_new))?;
    for row in &found.skipped {
        table.rows.push(vec![
            Cell::text(&row.data_set),
            Cell::Missing,
            Cell::text("does not apply"),
            Cell::Missing,
            Cell::text(&row.reason),
        ]);
    }
    table.notes.push(
        "A property that the original breaks anywhere judges no mutant; one that it does not break judges \
         those cases that it satisfies."
            .to_owned(),
    );
    Ok((found, table))
}
