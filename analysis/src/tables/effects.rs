//! How often a case of one property kills more than a case of another.

use std::collections::BTreeMap;

use super::TableKind;
use crate::columns::{N_KILLED, PROPERTY, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::roles::is_ranked;
use crate::statistics::a12;
use crate::{AnalysisError, Cell, Table};

pub(super) const EFFECTS: TableKind = TableKind {
    name: "effects",
    question: "Does a property kill more on a data set picked at random?",
    is_main: false,
    build,
};

/// Kills of every sound case, by subject, technique and property in the order of the papers.
type Cases = BTreeMap<(String, String), BTreeMap<(usize, String), Vec<f64>>>;

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(findings.kills_per_case.clone().filter(is_ranked()))?;
    let mut cases = Cases::new();
    for row in cells.rows() {
        let group = (cells.name(row, SUBJECT)?, cells.name(row, TECHNIQUE)?);
        let property = cells.name(row, PROPERTY)?;
        let of_property = cases
            .entry(group)
            .or_default()
            .entry((findings.papers.place_of(&property), property));
        let n_killed = cells.count(row, N_KILLED)? as f64;
        of_property.or_default().push(n_killed);
    }
    let shared = cases.iter().filter(|(_, properties)| properties.len() > 1);
    let tables = shared.map(|((subject, technique), properties)| {
        let title = format!("Properties in pairs, case by case, {technique}");
        let mut table = Table::new(EFFECTS.name, title, EFFECTS.question)
            .about(subject)
            .with_columns([
                ("first", "first"),
                ("second", "second"),
                ("first_cases", "cases of first"),
                ("second_cases", "of second"),
                ("a12", "A12"),
            ]);
        let properties: Vec<(&String, &Vec<f64>)> = properties
            .iter()
            .map(|((_, name), kills)| (name, kills))
            .collect();
        for (place, (first, of_first)) in properties.iter().enumerate() {
            for (second, of_second) in &properties[place + 1..] {
                table.rows.push(vec![
                    Cell::text(*first),
                    Cell::text(*second),
                    Cell::Count(of_first.len() as u64),
                    Cell::Count(of_second.len() as u64),
                    Cell::number(a12(of_first, of_second), 3),
                ]);
            }
        }
        table.notes.push(
            "A12 (Vargha and Delaney): the chance that a sound case of the first kills more mutants than \
             one of the second, ties half; 0.5 is no difference. A case is a data set, with a seed where \
             one is used."
                .to_owned(),
        );
        table
    });
    Ok(tables.collect())
}
