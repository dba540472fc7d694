//! Whether properties of programs and of functions find the same mutants.

use super::TableKind;
use super::across::{Entry, Row, across};
use crate::comparisons::{Comparison, compare};
use crate::findings::Findings;
use crate::levels::{LEVEL, Level, levels};
use crate::{AnalysisError, Rate, Region, Table, Topic};

pub(super) const LEVEL_OVERLAP: TableKind = TableKind {
    name: "level-overlap",
    question: "Do properties of functions find the same mutants as properties of the whole program?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    if findings.provenance.checks.is_empty() {
        return Ok(Vec::new());
    }
    let pairs = compare(levels(findings)?, LEVEL)?;
    let tables = [Level::Functions, Level::FurtherFunctions].map(|level| {
        let [system, functions] = [Level::System, level].map(|level| level.name(&findings.papers));
        let title = format!("Overlap of {system} with {functions}");
        let mut table = of_level(findings, &pairs, level, title);
        if level == Level::Functions {
            let topic = |subject| Topic::LevelOverlap { subject };
            let notes = findings.published.notes_over(&findings.subjects, topic);
            table.notes.extend(notes);
        }
        table
    });
    Ok(tables.into_iter().filter(has_evidence).collect())
}

/// Whether some cell was measured.
fn has_evidence(table: &Table) -> bool {
    let is_measured = |cell: &crate::Cell| {
        matches!(
            cell,
            crate::Cell::Rate {
                measured: Some(_),
                ..
            }
        )
    };
    table.rows.iter().flatten().any(is_measured)
}

fn of_level(findings: &Findings, pairs: &[Comparison], level: Level, title: String) -> Table {
    let [system, functions] = [Level::System, level].map(|level| level.name(&findings.papers));
    let measured = |subject: &str, region: Region| {
        let mut of_subject = pairs.iter().filter(|pair| pair.subject == subject);
        let pair = of_subject.find(|pair| pair.is_between(&system, &functions))?;
        let [only_system, only_functions] = pair.only(&system);
        let n = match region {
            Region::Both => pair.n_both,
            Region::OnlySystem => only_system,
            Region::OnlyFunctions => only_functions,
            Region::Neither => pair.n_neither,
        };
        let of = pair.n_both + only_system + only_functions + pair.n_neither;
        Some(Rate { n, of })
    };
    let row = |region: Region| {
        let entries = findings.subjects.iter().map(|subject| Entry {
            measured: measured(subject, region),
            published: (level == Level::Functions)
                .then(|| findings.published.by_region(subject, region))
                .flatten(),
        });
        (label(region).to_owned(), entries.collect())
    };
    let rows: Vec<Row> = Region::ALL.map(row).into();
    let table = Table::new(LEVEL_OVERLAP.name, title, LEVEL_OVERLAP.question)
        .with_columns([("region", "killed by")]);
    across(table, &findings.subjects, &rows)
}

fn label(region: Region) -> &'static str {
    match region {
        Region::Both => "both",
        Region::OnlySystem => "properties of programs only",
        Region::OnlyFunctions => "properties of functions only",
        Region::Neither => "neither",
    }
}
