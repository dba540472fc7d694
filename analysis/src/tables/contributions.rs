//! What each property of a technique is worth beside the others.

use std::collections::BTreeMap;

use super::TableKind;
use crate::findings::Findings;
use crate::kill_matrix::{KillMatrix, kill_matrices};
use crate::roles::is_ranked;
use crate::statistics::{Covers, covers, shapley};
use crate::{AnalysisError, Cell, Table};

pub(super) const CONTRIBUTIONS: TableKind = TableKind {
    name: "contributions",
    question: "What is each property worth, and which ones would do?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let matrices = kill_matrices(findings.kills.clone().filter(is_ranked()), &findings.papers)?;
    // A technique with a single property has nothing to share with.
    let shared = matrices
        .iter()
        .filter(|(_, matrix)| matrix.properties.len() > 1);
    let tables = shared.map(|((subject, technique), matrix)| {
        let mut table = table(technique, matrix);
        table.subject = Some(subject.clone());
        let is_shown = |of: &str, _: &str| of == technique;
        table
            .notes
            .extend(findings.marks_of_placebos(subject, is_shown)?);
        Ok(table)
    });
    tables.collect()
}

fn table(technique: &str, matrix: &KillMatrix) -> Table {
    let title = format!("Contributions of properties, {technique}");
    let mut table = Table::new(CONTRIBUTIONS.name, title, CONTRIBUTIONS.question).with_columns([
        ("property", "property"),
        ("killed", "killed"),
        ("shapley", "Shapley value"),
        ("share_percent", "share in %"),
        ("smallest", "in smallest set"),
        ("greedy", "greedy place"),
    ]);
    let values = shapley(&matrix.kills);
    let covers = covers(&matrix.kills);
    let n_killed = matrix.mutants.len() as f64;
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    for place in order {
        let greedy = covers.greedy.iter().position(|&taken| taken == place);
        table.rows.push(vec![
            Cell::text(&matrix.properties[place]),
            Cell::Count(matrix.kills[place].count_ones(..) as u64),
            Cell::number(Some(values[place]), 2),
            Cell::number(
                (n_killed > 0.0).then(|| 100.0 * values[place] / n_killed),
                1,
            ),
            Cell::Flag(covers.smallest.contains(&place)),
            Cell::count(greedy.map(|place| place as u64 + 1)),
        ]);
    }
    table.notes.extend(notes(matrix, &covers));
    table.notes.extend(twins(matrix));
    table
}

/// Properties that kill the same mutants, and some: they share what either would be worth alone.
fn twins(matrix: &KillMatrix) -> Option<String> {
    let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (place, kills) in matrix.kills.iter().enumerate() {
        groups
            .entry(kills.ones().collect())
            .or_default()
            .push(place);
    }
    let mut twins: Vec<&Vec<usize>> = groups
        .iter()
        .filter(|(kills, _)| !kills.is_empty())
        .map(|(_, places)| places)
        .collect();
    twins.retain(|places| places.len() > 1);
    twins.sort();
    let named: Vec<String> = twins
        .iter()
        .map(|places| matrix.names(places).join(" and "))
        .collect();
    let told = format!(
        "The same mutants fall to {}: they share what each would be worth alone.",
        named.join("; to ")
    );
    (!named.is_empty()).then_some(told)
}

fn notes(matrix: &KillMatrix, covers: &Covers) -> Vec<String> {
    let n_killed = matrix.mutants.len();
    vec![
        format!(
            "Shapley value: the mutants a property adds on average over all orders; together {n_killed}, \
             all that the properties kill."
        ),
        format!(
            "{} kill all {n_killed} as well: {}{}. The greedy rule takes {}: {}.",
            covers.smallest.len(),
            matrix.names(&covers.smallest).join(", "),
            if covers.is_proven {
                "; no fewer do"
            } else {
                "; whether fewer do was not settled"
            },
            covers.greedy.len(),
            matrix.names(&covers.greedy).join(", ")
        ),
    ]
}
