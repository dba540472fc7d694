//! Why mutants are not used, by class.

use std::collections::BTreeMap;

use polars::prelude::*;

use super::TableKind;
use super::matrix::in_class_order;
use crate::columns::{ALL_CLASSES, CLASS, DISCARDED as REASON, N, SUBJECT};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted, stacked};
use crate::{AnalysisError, Cell, Table};

pub(super) const DISCARDED: TableKind = TableKind {
    name: "discarded",
    question: "Why are mutants not used?",
    is_main: true,
    build,
};

/// One row per subject, class (and all) and reason: mutants discarded.
fn frame(fates: LazyFrame) -> PolarsResult<LazyFrame> {
    let discarded = fates.filter(col(REASON).is_not_null());
    let of_all = discarded.clone().with_column(lit(ALL_CLASSES).alias(CLASS));
    let key = [SUBJECT, CLASS, REASON];
    let counts = stacked(&[discarded, of_all])?
        .group_by(cols(&key))
        .agg([len().alias(N)]);
    Ok(sorted(counts, &key))
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(frame(findings.fates.clone())?)?;
    let mut counts: BTreeMap<(String, String, String), u64> = BTreeMap::new();
    for row in cells.rows() {
        let key = (
            cells.name(row, SUBJECT)?,
            cells.name(row, REASON)?,
            cells.name(row, CLASS)?,
        );
        counts.insert(key, cells.count(row, N)?);
    }
    let tables = findings.subjects.iter().filter_map(|subject| {
        let of_subject = counts.keys().filter(|(known, ..)| known == subject);
        let classes = in_class_order(of_subject.map(|(.., class)| class.clone()));
        let mut table = Table::new(DISCARDED.name, "Mutants discarded", DISCARDED.question)
            .about(subject)
            .with_columns([("reason", "reason")])
            .with_columns(classes.iter().map(|class| (class.as_str(), class.as_str())));
        for (reason, _) in (findings.policy.discards)() {
            let count = |class: &String| {
                let key = (subject.clone(), reason.to_owned(), class.clone());
                // Every mutant was looked at, so none found is zero and not unknown.
                Cell::Count(counts.get(&key).copied().unwrap_or(0))
            };
            let row: Vec<Cell> = classes.iter().map(count).collect();
            if row.iter().any(|cell| *cell != Cell::Count(0)) {
                table.rows.push([vec![Cell::text(reason)], row].concat());
            }
        }
        table
            .notes
            .push("A mutant is counted under the first reason that applies.".to_owned());
        (!table.rows.is_empty()).then_some(table)
    });
    Ok(tables.collect())
}
