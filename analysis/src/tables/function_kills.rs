//! Kills per property of a function and class.

use polars::prelude::*;

use super::TableKind;
use super::matrix::{Matrix, matrices};
use crate::columns::{PROPERTY, TECHNIQUE};
use crate::findings::Findings;
use crate::levels::is_of_paper;
use crate::roles::RUNTIME_CHECKING;
use crate::{AnalysisError, Cell, Layout, Table, Topic};

pub(super) const FUNCTION_KILLS: TableKind = TableKind {
    name: "function-kills",
    question: "Which property of a function kills most, and mutants of which class?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let kills = findings
        .kills
        .clone()
        .filter(col(TECHNIQUE).eq(lit(RUNTIME_CHECKING)));
    let of_paper = matrices(&kills.clone().filter(is_of_paper(findings)), PROPERTY)?;
    let further = matrices(&kills.filter(is_of_paper(findings).not()), PROPERTY)?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let key = (subject.clone(), RUNTIME_CHECKING.to_owned());
        if let Some(matrix) = of_paper.get(&key) {
            tables.push(table_of_paper(findings, subject, matrix));
        }
        if let Some(matrix) = further.get(&key) {
            let properties: Vec<String> = matrix.columns().into_iter().collect();
            let title = if of_paper.contains_key(&key) {
                "Kills per property of a function and class, further ones"
            } else {
                "Kills per property of a function and class"
            };
            tables.push(table(
                subject,
                title,
                &properties,
                |property, class| Cell::rate(matrix.rate(property, class)),
                matrix,
            ));
        }
    }
    Ok(tables)
}

fn table_of_paper(findings: &Findings, subject: &str, matrix: &Matrix) -> Table {
    let published = &findings.published;
    let properties = published.function_properties(subject);
    let compared = findings.papers.compared();
    let title = format!(
        "Kills per property of a function and class, {}",
        compared.map_or("those of a paper", |set| set.title)
    );
    let cell = |property: Option<&str>, class: &str| Cell::Rate {
        measured: matrix.rate(property, class),
        published: published.by_function_property(subject, property, class),
    };
    let mut table = table(subject, &title, properties, cell, matrix);
    table.notes = published.notes(&Topic::FunctionProperties {
        subject: subject.to_owned(),
    });
    let judged = matrix.columns();
    let not_judged: Vec<&str> = properties
        .iter()
        .filter(|name| !judged.contains(*name))
        .map(String::as_str)
        .collect();
    if !not_judged.is_empty() {
        table.notes.push(format!(
            "Not judged here, or without a sound case: {}; the last column is of the others.",
            not_judged.join(", ")
        ));
    }
    table
}

fn table(
    subject: &str,
    title: &str,
    properties: &[String],
    cell: impl Fn(Option<&str>, &str) -> Cell,
    matrix: &Matrix,
) -> Table {
    let mut table = Table::new(FUNCTION_KILLS.name, title, FUNCTION_KILLS.question)
        .about(subject)
        .with_columns([("class", "class")])
        .with_columns(properties.iter().map(|name| (name.as_str(), name.as_str())))
        .with_columns([("any", "any of them")]);
    table.layout = Layout::Blocks;
    for class in matrix.classes() {
        let columns = properties.iter().map(|name| Some(name.as_str()));
        let cells = columns.chain([None]).map(|property| cell(property, &class));
        let name = [Cell::text(&class)];
        table.rows.push(name.into_iter().chain(cells).collect());
    }
    table
}
