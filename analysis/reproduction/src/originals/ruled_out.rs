//! What could have explained the difference and hardly moves it.

use killrate_analysis::{AnalysisError, Cell, Findings, Rate, Table, TableKind, show_share};

use super::PROGRAMS;
use crate::tidy::{Tidy, number};

pub(super) const RULED_OUT: TableKind = TableKind {
    name: "ruled-out",
    question: "What could have explained the difference, was tried, and hardly moves it?",
    is_main: false,
    build,
};

const TRIED: &str = "tried.csv";

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let is_there = |name: &str| findings.subjects.iter().any(|known| known == name);
    let Some(folder) = &findings.papers.folder else {
        return Ok(Vec::new());
    };
    let tidy = Tidy::read(&folder.with_file_name("originals"), [TRIED])?;
    let lines = tidy.lines(TRIED);
    if lines.is_empty() || !PROGRAMS.iter().all(|program| is_there(program.ours)) {
        return Ok(Vec::new());
    }
    let mut table = Table::new(
        RULED_OUT.name,
        "Causes that were tried and hardly matter",
        RULED_OUT.question,
    )
    .with_columns([
        ("cause", "cause"),
        ("program", "program"),
        ("counted", "what was counted"),
        ("figure", "figure"),
    ]);
    for line in lines {
        let text = |column: &str| Cell::text(line.get(column).map_or("", String::as_str));
        let count = |column: &str| number(line, column);
        let figure = match (count("n"), count("of"), count("percent")) {
            (Some(n), Some(of), _) => show_share(Rate { n, of }),
            (Some(n), None, _) => n.to_string(),
            (None, _, Some(percent)) => format!("{percent} %"),
            (None, _, None) => String::new(),
        };
        table.rows.push(vec![
            text("cause"),
            text("subject"),
            text("counted"),
            Cell::text(figure),
        ]);
    }
    table.notes.push(
        "Measured once beside this record (datasets/originals/tried.csv), under the rule that any difference \
         counts; nothing of it is measured again here. Where only a share was kept, its counts are not known."
            .to_owned(),
    );
    Ok(vec![table])
}
