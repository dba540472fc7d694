//! How many properties are enough.

use super::TableKind;
use crate::findings::Findings;
use crate::kill_matrix::{KillMatrix, kill_matrices};
use crate::roles::is_ranked;
use crate::statistics::expected_kills;
use crate::{AnalysisError, Cell, Table};

pub(super) const CURVE: TableKind = TableKind {
    name: "curve",
    question: "How many mutants does a choice of k properties kill?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let matrices = kill_matrices(findings.kills.clone().filter(is_ranked()), &findings.papers)?;
    let shared = matrices
        .iter()
        .filter(|(_, matrix)| matrix.properties.len() > 1);
    let tables = shared.map(|((subject, technique), matrix)| {
        let mut table = table(technique, matrix);
        table.subject = Some(subject.clone());
        table
    });
    Ok(tables.collect())
}

fn table(technique: &str, matrix: &KillMatrix) -> Table {
    let title = format!("Kills of k properties, {technique}");
    let mut table = Table::new(CURVE.name, title, CURVE.question).with_columns([
        ("properties", "properties"),
        ("expected", "killed on average"),
        ("share_percent", "% of what all kill"),
    ]);
    let n_killed = matrix.mutants.len() as f64;
    let expected = expected_kills(&matrix.n_killers(), matrix.properties.len());
    for (k, expected) in expected.into_iter().enumerate().skip(1) {
        table.rows.push(vec![
            Cell::Count(k as u64),
            Cell::number(Some(expected), 2),
            Cell::number((n_killed > 0.0).then(|| 100.0 * expected / n_killed), 1),
        ]);
    }
    table.notes.push(
        "On average over every choice of that many properties, in closed form and not by drawing."
            .to_owned(),
    );
    table
}
