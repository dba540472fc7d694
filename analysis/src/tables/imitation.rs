//! How much of an oracle each technique replaces.

use super::TableKind;
use super::techniques::scores;
use crate::columns::TECHNIQUE;
use crate::findings::Findings;
use crate::roles::{IMPLICIT, REFERENCE, Role, role};
use crate::statistics::imitation;
use crate::{AnalysisError, Cell, Table};

pub(super) const IMITATION: TableKind = TableKind {
    name: "imitation",
    question: "How much of an oracle does each technique replace?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let scores = scores(findings.kills.clone(), TECHNIQUE)?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let rate = |technique: &str| scores.get(&(subject.clone(), technique.to_owned()));
        let (Some(floor), Some(ceiling)) = (rate(IMPLICIT), rate(REFERENCE)) else {
            continue;
        };
        let mut table = Table::new(IMITATION.name, "Imitation of an oracle", IMITATION.question)
            .about(subject)
            .with_columns([
                ("technique", "technique"),
                ("killed", "killed"),
                ("floor", "floor"),
                ("ceiling", "ceiling"),
                ("imitation_percent", "imitation in %"),
            ]);
        let of_subject = scores.iter().filter(|((known, _), _)| known == subject);
        for ((_, technique), rate) in of_subject {
            // Shares of other denominators cannot be set against each other.
            let is_comparable = rate.of == floor.of && rate.of == ceiling.of;
            if role(technique) != Role::Ranked {
                continue;
            }
            let share = imitation(rate.n, floor.n, ceiling.n).filter(|_| is_comparable);
            table.rows.push(vec![
                Cell::text(technique),
                Cell::Count(rate.n),
                Cell::Count(floor.n),
                Cell::Count(ceiling.n),
                Cell::number(share.map(|share| 100.0 * share), 1),
            ]);
        }
        table.notes.push(format!(
            "(killed − floor) / (ceiling − floor): what it kills above {IMPLICIT}, out of what {REFERENCE} \
             kills above it. Empty where they did not judge the same number of mutants."
        ));
        if !table.rows.is_empty() {
            tables.push(table);
        }
    }
    Ok(tables)
}
