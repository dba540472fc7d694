//! Testing of whole programs beside testing of their functions.

use super::TableKind;
use super::across::{Entry, Row, across};
use super::techniques::{Scores, scores};
use crate::findings::Findings;
use crate::levels::{LEVEL, Level, levels};
use crate::{AnalysisError, Published, Rate, Table, Topic};

pub(super) const LEVELS: TableKind = TableKind {
    name: "levels",
    question: "Do properties of functions find more mutants than properties of the whole program?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    if findings.provenance.checks.is_empty() {
        return Ok(Vec::new());
    }
    let scores = scores(levels(findings)?, LEVEL)?;
    let title = "Kills by properties of programs and of functions";
    let table = Table::new(LEVELS.name, title, LEVELS.question);
    let mut table = by_level(findings, table, &scores, Published::by_level);
    let topic = |subject| Topic::Levels { subject };
    let notes = findings.published.notes_over(&findings.subjects, topic);
    table.notes.extend(notes);
    Ok(vec![table])
}

/// Fills a table with the rates of every level on every subject.
pub(super) fn by_level(
    findings: &Findings,
    table: Table,
    scores: &Scores,
    published: fn(&Published, &str, Level) -> Option<Rate>,
) -> Table {
    let entry = |level: Level, subject: &String| Entry {
        measured: scores
            .get(&(subject.clone(), level.name(&findings.papers)))
            .copied(),
        published: published(&findings.published, subject, level),
    };
    let row = |level: &Level| {
        let entries = findings
            .subjects
            .iter()
            .map(|subject| entry(*level, subject));
        (level.name(&findings.papers), entries.collect())
    };
    let rows: Vec<Row> = Level::all(&findings.papers).iter().map(row).collect();
    across(
        table.with_columns([("level", "properties")]),
        &findings.subjects,
        &rows,
    )
}
