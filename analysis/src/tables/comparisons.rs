//! Techniques in pairs.

use super::TableKind;
use crate::columns::TECHNIQUE;
use crate::comparisons::{Comparison, compare, pooled};
use crate::findings::Findings;
use crate::roles::is_ranked;
use crate::{AnalysisError, Cell, Table};

pub(super) const COMPARISONS: TableKind = TableKind {
    name: "comparisons",
    question: "Is one technique better than another, or is it chance?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let comparisons = compare(findings.kills.clone().filter(is_ranked()), TECHNIQUE)?;
    let of_subjects = comparisons.chunk_by(|a, b| a.subject == b.subject);
    let mut tables: Vec<Table> = of_subjects
        .map(|comparisons| {
            table(
                comparisons,
                "Techniques in pairs",
                "Holm-corrected within the subject",
            )
            .about(&comparisons[0].subject)
        })
        .collect();
    if tables.len() > 1 {
        tables.push(table(
            &pooled(&comparisons),
            "Techniques in pairs, all subjects together",
            "Holm-corrected; a pair is over the subjects that both judged",
        ));
    }
    Ok(tables)
}

fn table(comparisons: &[Comparison], title: &str, correction: &str) -> Table {
    let mut table = Table::new(COMPARISONS.name, title, COMPARISONS.question).with_columns([
        ("first", "first"),
        ("second", "second"),
        ("both", "both"),
        ("only_first", "only first"),
        ("only_second", "only second"),
        ("neither", "neither"),
        ("p", "p"),
    ]);
    for comparison in comparisons {
        table.rows.push(vec![
            Cell::text(&comparison.first),
            Cell::text(&comparison.second),
            Cell::Count(comparison.n_both),
            Cell::Count(comparison.n_only_first),
            Cell::Count(comparison.n_only_second),
            Cell::Count(comparison.n_neither),
            Cell::Probability(comparison.p),
        ]);
    }
    table
        .notes
        .push(format!("p: exact McNemar, two-sided, {correction}."));
    table
}
