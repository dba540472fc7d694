//! Kills per data set and class.

use super::TableKind;
use super::matrix::{Matrix, matrices, sets_of};
use crate::columns::DATA_SET;
use crate::findings::Findings;
use crate::roles::is_ranked;
use crate::{AnalysisError, Cell, Layout, Table, Topic};

pub(super) const DATA_SETS: TableKind = TableKind {
    name: "data-sets",
    question: "Which data set helps most, and which least?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let matrices = matrices(
        &findings.kills_per_data_set.clone().filter(is_ranked()),
        DATA_SET,
    )?;
    let tables = findings.subjects.iter().flat_map(|subject| {
        let sets = sets_of(&matrices, subject, &findings.papers)
            .into_iter()
            .filter(|(_, matrix)| matrix.columns().len() > 1);
        sets.map(|(set, matrix)| table(findings, subject, set, matrix))
    });
    Ok(tables.collect())
}

fn table(findings: &Findings, subject: &str, set: &str, matrix: &Matrix) -> Table {
    let data_sets = matrix.columns();
    let title = format!(
        "Kills per data set and class, {}",
        findings.papers.set_title(set)
    );
    let mut table = Table::new(DATA_SETS.name, title, DATA_SETS.question)
        .about(subject)
        .with_columns([("class", "class")])
        .with_columns(data_sets.iter().map(|name| (name.as_str(), name.as_str())));
    table.layout = Layout::Blocks;
    for class in matrix.classes() {
        let cell = |data_set: &String| Cell::Rate {
            measured: matrix.rate(Some(data_set), &class),
            published: findings
                .published
                .by_data_set(subject, set, data_set, &class),
        };
        let cells = data_sets.iter().map(cell);
        table
            .rows
            .push([Cell::text(&class)].into_iter().chain(cells).collect());
    }
    table.notes = findings.published.notes(&Topic::DataSets {
        subject: subject.to_owned(),
        set: set.to_owned(),
    });
    table
}
