//! The properties of functions, and how often they were tested.

use super::TableKind;
use crate::findings::Findings;
use crate::{AnalysisError, Cell, Table};

pub(super) const FUNCTION_PROPERTIES: TableKind = TableKind {
    name: "function-properties",
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
    let compared = findings.papers.compared();
    // Without a paper there is nobody whose property one could be.
    let name_and_title = compared.map(|set| (format!("of_{}", set.name), set.name));
    let of_paper = name_and_title
        .as_ref()
        .map(|(name, title)| (name.as_str(), *title));
    let mut table = Table::new(
        FUNCTION_PROPERTIES.name,
        title,
        FUNCTION_PROPERTIES.question,
    )
    .with_columns([("subject", "subject"), ("property", "property")])
    .with_columns(of_paper)
    .with_columns([
        ("function", "function"),
        ("sandbox", "sandbox"),
        ("order", "order"),
        ("data_sets", "data sets"),
        ("calls", "calls"),
        ("tests", "tests"),
        ("unfinished", "unfinished"),
    ]);
    for check in checks {
        let subject = check.subject.as_str();
        let known = findings.published.function_properties(subject).iter();
        let is_known = { known }.any(|name| name == check.property.as_str());
        let mut row = vec![Cell::text(subject), Cell::text(check.property.as_str())];
        row.extend(of_paper.map(|_| Cell::Flag(is_known)));
        row.extend([
            Cell::text(&check.function),
            Cell::text(check.sandbox.name()),
            Cell::text(check.order.name()),
            Cell::Count(check.n_data_sets),
            Cell::Count(check.n_calls),
            Cell::Count(check.n_tests),
            Cell::Count(check.n_inconclusive),
        ]);
        table.rows.push(row);
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
