//! Kills per property of a function and class.

use polars::prelude::*;

use super::TableKind;
use super::matrix::{Matrix, matrices};
use crate::columns::{PROPERTY, TECHNIQUE};
use crate::findings::Findings;
use crate::levels::is_of_thesis;
use crate::roles::RUNTIME_CHECKING;
use crate::{AnalysisError, Cell, Layout, Table};

pub(super) const FUNCTION_KILLS: TableKind = TableKind {
    name: "function-kills",
    thesis: &["4.7", "4.8", "4.9", "4.10"],
    question: "Which property of a function kills most, and mutants of which class?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let kills = findings
        .kills
        .clone()
        .filter(col(TECHNIQUE).eq(lit(RUNTIME_CHECKING)));
    let of_thesis = matrices(&kills.clone().filter(is_of_thesis(findings)), PROPERTY)?;
    let further = matrices(&kills.filter(is_of_thesis(findings).not()), PROPERTY)?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let key = (subject.clone(), RUNTIME_CHECKING.to_owned());
        if let Some(matrix) = of_thesis.get(&key) {
            tables.push(table_of_thesis(findings, subject, matrix));
        }
        if let Some(matrix) = further.get(&key) {
            let properties: Vec<String> = matrix.columns().into_iter().collect();
            let title = match of_thesis.contains_key(&key) {
                true => "Kills per property of a function and class, further ones",
                false => "Kills per property of a function and class",
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

fn table_of_thesis(findings: &Findings, subject: &str, matrix: &Matrix) -> Table {
    let published = &findings.published;
    let properties: Vec<String> = published
        .function_properties(subject)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let title = "Kills per property of a function and class, the thesis's properties";
    let cell = |property: Option<&str>, class: &str| Cell::Rate {
        measured: matrix.rate(property, class),
        published: published.by_function_property(subject, property, class),
    };
    let mut table = table(subject, title, &properties, cell, matrix);
    table.notes = published.notes_by_function_property(subject);
    let judged = matrix.columns();
    let not_judged = properties.iter().filter(|name| !judged.contains(*name));
    let not_judged: Vec<&str> = not_judged.map(String::as_str).collect();
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
