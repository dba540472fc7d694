//! Kills per property and class.

use std::collections::BTreeSet;

use super::TableKind;
use super::matrix::{Matrix, matrices, sets_of};
use crate::columns::PROPERTY;
use crate::findings::Findings;
use crate::roles::{is_metamorphic, is_ranked, members, place_of, set_title};
use crate::{AnalysisError, Cell, Layout, Table};

pub(super) const PROPERTIES: TableKind = TableKind {
    name: "properties",
    thesis: &["3.6", "3.7", "3.9", "3.11"],
    question: "Which property kills most, and mutants of which class?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let matrices = matrices(&findings.kills.clone().filter(is_ranked()), PROPERTY)?;
    let tables = findings.subjects.iter().flat_map(|subject| {
        // A technique with a single property has nothing to compare; the table `classes` shows it.
        let sets = sets_of(&matrices, subject)
            .into_iter()
            .filter(|(set, matrix)| is_metamorphic(set) || matrix.columns().len() > 1);
        sets.map(|(set, matrix)| table(findings, subject, set, matrix))
    });
    Ok(tables.collect())
}

fn table(findings: &Findings, subject: &str, set: &str, matrix: &Matrix) -> Table {
    let judged = matrix.columns();
    // A paper's property that was not judged has a column all the same: its numbers stand there.
    let mut properties: BTreeSet<String> = judged.clone();
    properties.extend(members(set).into_iter().map(str::to_owned));
    let mut properties: Vec<String> = properties.into_iter().collect();
    properties.sort_by_key(|property| place_of(property));
    let not_judged: Vec<&str> = properties
        .iter()
        .map(String::as_str)
        .filter(|property| !judged.contains(*property))
        .collect();

    let title = format!("Kills per property and class, {}", set_title(set));
    let mut table = Table::new(PROPERTIES.name, title, PROPERTIES.question)
        .about(subject)
        .with_columns([("class", "class")])
        .with_columns(properties.iter().map(|name| (name.as_str(), name.as_str())))
        .with_columns([("any", "any of them")]);
    table.layout = Layout::Blocks;
    let columns: Vec<Option<&str>> = properties
        .iter()
        .map(|property| Some(property.as_str()))
        .chain([None])
        .collect();
    for class in matrix.classes() {
        let cell = |&property: &Option<&str>| Cell::Rate {
            measured: matrix.rate(property, &class),
            published: findings
                .published
                .by_property(subject, set, property, &class),
        };
        let cells = columns.iter().map(cell);
        table
            .rows
            .push([Cell::text(&class)].into_iter().chain(cells).collect());
    }
    table.notes = findings.published.notes_by_property(subject, set);
    if !not_judged.is_empty() {
        table.notes.push(format!(
            "Without a sound case here: {}; the last column is of the others.",
            not_judged.join(", ")
        ));
    }
    table
}
