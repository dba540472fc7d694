//! Which mutants a technique no longer kills, or kills now.

use polars::prelude::*;

use crate::columns::{KILLED, MUTANT, OTHER_KILLED, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, sorted};
use crate::kills::kills_by;
use crate::{AnalysisError, Cell, Table};

/// The mutants that both records use and a technique kills in one of them only; `None` without any.
pub(super) fn table(records: [&Findings; 2]) -> Result<Option<Table>, AnalysisError> {
    let [firsts, seconds] = records.map(|findings| kills_by(findings.kills.clone(), &[TECHNIQUE]));
    let key = [SUBJECT, TECHNIQUE, MUTANT];
    let mut columns = cols(&key);
    columns.push(col(KILLED).alias(OTHER_KILLED));
    let changed = inner_join(firsts, seconds.select(columns), &key, &key)
        .filter(col(KILLED).neq(col(OTHER_KILLED)));
    let cells = Cells::collect(sorted(changed, &key))?;
    let title = "Mutants lost and gained";
    let mut table = Table::new(
        "mutants",
        title,
        "Which mutants does a technique kill in one only?",
    )
    .with_columns([
        (SUBJECT, "subject"),
        (TECHNIQUE, "technique"),
        (MUTANT, "mutant"),
        ("change", "change"),
    ]);
    for row in cells.rows() {
        let is_lost = cells.flag(row, KILLED)? == Some(true);
        table.rows.push(vec![
            Cell::Text(cells.name(row, SUBJECT)?),
            Cell::Text(cells.name(row, TECHNIQUE)?),
            Cell::Text(cells.name(row, MUTANT)?),
            Cell::text(if is_lost { "lost" } else { "gained" }),
        ]);
    }
    Ok((!table.rows.is_empty()).then_some(table))
}
