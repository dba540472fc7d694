//! Second implementations beside the original and its mutants.

use super::TableKind;
use crate::columns::{DATA_SET, IS_SOUND, N_AGREEING, N_JUDGED, PROPERTY, SUBJECT};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::{AnalysisError, Cell, Rate, Table};

pub(super) const AGREEMENT: TableKind = TableKind {
    name: "agreement",
    question: "Does a second implementation agree with the original, and with the mutants?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(findings.agreements.clone())?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let mut table = Table::new(
            AGREEMENT.name,
            "Agreement with a second implementation",
            AGREEMENT.question,
        )
        .about(subject)
        .with_columns([
            ("second", "second implementation"),
            ("data_set", "data set"),
            ("original_agrees", "original agrees"),
            ("mutants_agree", "mutants agree"),
        ]);
        let mut alarms = Rate { n: 0, of: 0 };
        for row in cells.rows() {
            if cells.name(row, SUBJECT)? != *subject {
                continue;
            }
            let agrees = cells.flag(row, IS_SOUND)?;
            alarms.n += u64::from(agrees == Some(false));
            alarms.of += 1;
            let mutants = match cells.optional_count(row, N_JUDGED)? {
                Some(of) => Some(Rate {
                    n: cells.count(row, N_AGREEING)?,
                    of,
                }),
                None => None,
            };
            table.rows.push(vec![
                Cell::Text(cells.name(row, PROPERTY)?),
                Cell::Text(cells.name(row, DATA_SET)?),
                agrees.map_or(Cell::Missing, Cell::Flag),
                Cell::rate(mutants),
            ]);
        }
        if table.rows.is_empty() {
            continue;
        }
        table.notes.push(format!(
            "False alarms: the original disagrees on {} of {} pairs of an implementation and a data set.{} \
             Mutants: usable ones under the policy `{}`. Where the original disagrees, a mutant's \
             disagreement is no kill.",
            alarms.n,
            alarms.of,
            published_note(findings, subject),
            findings.policy.name,
        ));
        tables.push(table);
    }
    Ok(tables)
}

/// What a paper found with its own second implementation.
fn published_note(findings: &Findings, subject: &str) -> String {
    let published = findings.published.disagreement(subject);
    match findings.papers.first().zip(published) {
        Some((paper, rate)) => format!(
            " In {} another implementation disagreed on {} of {} data sets.",
            paper.name, rate.n, rate.of
        ),
        None => String::new(),
    }
}
