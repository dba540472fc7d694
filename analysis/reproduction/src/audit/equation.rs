//! Numbers that must follow from other tables, or from other parts of a table.
//!
//! A figure of the running text has no column that would tell what it sums up. So whoever types the
//! tables writes that down, a line per figure, in the file `_equations.csv` beside them: what is
//! printed, how it must relate, and to what. `thesis_4_05[subject=SVM, region=both] + 1` is a number
//! of the table whose file starts so, and one more.

use std::path::Path;

use killrate_analysis::AnalysisError;
use serde::Deserialize;

use super::expression::evaluate;
use super::printed::Printed;
use super::recomputed::{Accuracy, Number, Recomputed, n_shown, show};
use crate::AuditError;

/// The file that holds the equations of a folder.
pub(super) const EQUATIONS: &str = "_equations.csv";

#[derive(Debug, Deserialize)]
struct Line {
    /// What the number is, in words.
    place: String,
    /// The printed number.
    printed: String,
    /// How it must relate to what is computed: `=`, `<=` or `>=`.
    relation: String,
    /// What it must relate to.
    computed: String,
}

/// The numbers of a folder's equations, by the place of the table that prints the number.
///
/// Equations about tables that are not among `tables` are an error: an equation that is silently left out looks
/// like one that holds.
pub(super) fn recompute(
    path: &Path,
    tables: &[Printed],
) -> Result<Vec<(usize, Recomputed)>, AuditError> {
    let bad = |source| AnalysisError::BadPublished {
        path: path.to_owned(),
        source,
    };
    let mut reader = csv::Reader::from_path(path).map_err(bad)?;
    let mut found = Vec::new();
    for (at, line) in (2..).zip(reader.deserialize()) {
        let line: Line = line.map_err(bad)?;
        let number = recompute_line(&line, tables).map_err(|problem| AuditError::BadEquation {
            path: path.to_owned(),
            line: at,
            problem,
        })?;
        found.push(number);
    }
    Ok(found)
}

fn recompute_line(line: &Line, tables: &[Printed]) -> Result<(usize, Recomputed), String> {
    let printed = evaluate(&line.printed, tables)?;
    let computed = evaluate(&line.computed, tables)?;
    let table = printed
        .table
        .ok_or("what is printed is no number of a table")?;
    let number = Number {
        value: printed.value,
        decimals: printed.decimals,
    };
    let computed = computed.value;
    let accuracy = match line.relation.as_str() {
        "=" => number.shows(computed),
        "<=" => Accuracy::of(number.value <= computed),
        ">=" => Accuracy::of(number.value >= computed),
        other => return Err(format!("`{other}` is none of `=`, `<=` and `>=`")),
    };
    let shown = show(computed, number.decimals);
    let recomputed = Recomputed {
        kind: "other tables",
        place: line.place.clone(),
        printed: format!("{:.*}", n_shown(number.decimals), number.value),
        computed: match line.relation.as_str() {
            "<=" => format!("at most {shown}"),
            ">=" => format!("at least {shown}"),
            _ => shown,
        },
        accuracy,
    };
    Ok((table, recomputed))
}
