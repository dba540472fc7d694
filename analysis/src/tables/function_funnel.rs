//! How many mutants of each function that has properties come how far.

use std::collections::BTreeMap;

use polars::prelude::*;

use super::TableKind;
use super::techniques::scores;
use crate::columns::{COMPILED, CONSIDERED, N, N_MADE, REACHED, SUBJECT, USABLE};
use crate::findings::Findings;
use crate::frames::{Cells, cols};
use crate::levels::{LEVEL, Level, in_functions, levels};
use crate::{AnalysisError, Cell, Layout, Table};

pub(super) const FUNCTION_FUNNEL: TableKind = TableKind {
    name: "function-funnel",
    question: "Of the mutants in each function that has properties, how many are used, and who kills them?",
    is_main: false,
    build,
};

/// Mutants of a function that were considered, that are in the program, reached and used.
#[derive(Default, Clone, Copy)]
struct Steps([u64; 4]);

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    // One entry per function: the names of its properties, and how often they were tested.
    let mut functions: BTreeMap<[&str; 3], Vec<usize>> = BTreeMap::new();
    for (index, check) in findings.provenance.checks.iter().enumerate() {
        let place = [check.subject.as_str(), &check.file, &check.function];
        functions.entry(place).or_default().push(index);
    }
    if functions.is_empty() {
        return Ok(Vec::new());
    }
    let papers = &findings.papers;
    let level_names: Vec<String> = Level::all(papers)
        .iter()
        .map(|level| level.name(papers))
        .collect();
    let title = "Mutants of functions that have properties";
    let mut table = Table::new(FUNCTION_FUNNEL.name, title, FUNCTION_FUNNEL.question)
        .with_columns([
            ("subject", "subject"),
            ("function", "function"),
            ("properties", "properties"),
            ("tests", "tests"),
            ("chosen", "chosen"),
            ("compiled", "compiled"),
            ("reached", "reached"),
            ("usable", "usable"),
        ])
        .with_columns(
            level_names
                .iter()
                .map(|name| (name.as_str(), name.as_str())),
        );
    table.layout = Layout::Blocks;
    for (place, indices) in functions {
        let checks = || {
            indices
                .iter()
                .map(|&index| &findings.provenance.checks[index])
        };
        let names: Vec<&str> = checks().map(|check| check.property.as_str()).collect();
        let steps = steps(in_functions(findings, findings.fates.clone(), checks())?)?;
        let scores = scores(in_functions(findings, levels(findings)?, checks())?, LEVEL)?;
        let mut row = vec![
            Cell::text(place[0]),
            Cell::text(place[2]),
            Cell::Text(names.join(", ")),
            Cell::Count(checks().map(|check| check.n_tests).sum()),
        ];
        row.extend(steps.0.map(Cell::Count));
        row.extend(level_names.iter().map(|name| {
            let key = (place[0].to_owned(), name.clone());
            Cell::rate(scores.get(&key).copied())
        }));
        table.rows.push(row);
    }
    table.notes.push(
        "Tests: of all its properties, on the original over all data sets. Chosen: by the policy."
            .to_owned(),
    );
    Ok(vec![table])
}

fn steps(fates: LazyFrame) -> Result<Steps, AnalysisError> {
    let is = |column: &str| col(column).fill_null(lit(false)).and(col(CONSIDERED));
    let counts = fates.group_by(cols(&[SUBJECT])).agg([
        col(CONSIDERED).sum().alias(N_MADE),
        is(COMPILED).sum().alias(COMPILED),
        is(REACHED).sum().alias(REACHED),
        is(USABLE).sum().alias(N),
    ]);
    let cells = Cells::collect(counts)?;
    match cells.rows().next() {
        None => Ok(Steps::default()),
        Some(row) => {
            let count = |column| cells.count(row, column);
            Ok(Steps([
                count(N_MADE)?,
                count(COMPILED)?,
                count(REACHED)?,
                count(N)?,
            ]))
        }
    }
}
