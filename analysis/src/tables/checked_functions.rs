//! Both levels, on mutants in functions that have properties.

use super::TableKind;
use super::levels::by_level;
use super::techniques::scores;
use crate::findings::Findings;
use crate::levels::{LEVEL, checks_of_paper, in_functions, levels};
use crate::{AnalysisError, Published, Table, Topic};

pub(super) const CHECKED_FUNCTIONS: TableKind = TableKind {
    name: "checked-functions",
    question: "In functions that have properties, do those find more mutants than properties of the whole program?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let checks = &findings.provenance.checks;
    let n_of_paper = checks_of_paper(findings).count();
    let mut tables = Vec::new();
    if n_of_paper > 0 {
        let kills = in_functions(findings, levels(findings)?, checks_of_paper(findings))?;
        let paper = findings.papers.first();
        let name = paper.map_or("a paper", |paper| paper.name);
        let title = format!("Kills in functions that have properties of {name}");
        let table = Table::new(CHECKED_FUNCTIONS.name, title, CHECKED_FUNCTIONS.question);
        let scores = scores(kills, LEVEL)?;
        let mut table = by_level(findings, table, &scores, Published::by_level_in_functions);
        let topic = |subject| Topic::LevelsInFunctions { subject };
        let notes = findings.published.notes_over(&findings.subjects, topic);
        table.notes.extend(notes);
        tables.push(table);
    }
    if n_of_paper < checks.len() {
        let kills = in_functions(findings, levels(findings)?, checks.iter())?;
        let title = "Kills in functions that have any property";
        let table = Table::new(CHECKED_FUNCTIONS.name, title, CHECKED_FUNCTIONS.question);
        tables.push(by_level(
            findings,
            table,
            &scores(kills, LEVEL)?,
            |_, _, _| None,
        ));
    }
    Ok(tables)
}
