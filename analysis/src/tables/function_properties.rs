//! The properties of functions, and how often they were tested.

use super::TableKind;
use crate::findings::Findings;
use crate::{AnalysisError, Cell, Table};

pub(super) const FUNCTION_PROPERTIES: TableKind = TableKind {
    name: "function-properties",
    thesis: &["4.3"],
    question: "Which properties of functions were tested, and how often on the original?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let checks = &findings.provenance.checks;
    if checks.is_empty() {
        return Ok(Vec::new());
    }
    let title = "Properties of functions";
    let mut table = Table::new(
        FUNCTION_PROPERTIES.name,
        title,
        FUNCTION_PROPERTIES.question,
    )
    .with_columns([
        ("subject", "subject"),
        ("property", "property"),
        ("of_thesis", "thesis"),
        ("function", "function"),
        ("sandbox", "sandbox"),
        ("order", "order"),
        ("data_sets", "data sets"),
        ("calls", "calls"),
        ("tests", "tests"),
        ("unfinished", "unfinished"),
    ]);
    for check in checks {
        let of_thesis = findings
            .published
            .function_properties(check.subject.as_str());
        table.rows.push(vec![
            Cell::text(check.subject.as_str()),
            Cell::text(check.property.as_str()),
            Cell::Flag(of_thesis.contains(&check.property.as_str())),
            Cell::text(&check.function),
            Cell::text(check.sandbox.name()),
            Cell::text(check.order.name()),
            Cell::Count(check.n_data_sets),
            Cell::Count(check.n_calls),
            Cell::Count(check.n_tests),
            Cell::Count(check.n_inconclusive),
        ]);
    }
    let checking = findings.provenance.checking;
    table.notes.extend(checking.map(|checking| {
        format!(
            "Tested on the original over all data sets, by the setting `{}`.",
            checking.words()
        )
    }));
    table
        .notes
        .push("What each property says is in the record's `provenance.json`.".to_owned());
    Ok(vec![table])
}
