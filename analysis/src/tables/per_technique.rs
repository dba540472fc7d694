//! Kills with techniques as columns and something else as rows.

use std::collections::{BTreeMap, BTreeSet};

use super::TableKind;
use super::matrix::in_class_order;
use crate::columns::{N_JUDGED, N_KILLED, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::kills::score;
use crate::roles::is_ranked;
use crate::{AnalysisError, Cell, Layout, Rate, Table};

/// Up to this many techniques, rates and their intervals fit beside each other.
const N_BESIDE: usize = 2;

/// One table per subject: the values of the column `by` as rows, ranked techniques as columns.
pub(super) fn per_technique(
    findings: &Findings,
    kind: &TableKind,
    title: &str,
    by: &'static str,
) -> Result<Vec<Table>, AnalysisError> {
    // One row per subject, value and technique.
    let scores = score(findings.kills.clone().filter(is_ranked()), &[by, TECHNIQUE]);
    let cells = Cells::collect(scores)?;
    let mut rates: BTreeMap<[String; 3], Rate> = BTreeMap::new();
    for row in cells.rows() {
        let rate = Rate {
            n: cells.count(row, N_KILLED)?,
            of: cells.count(row, N_JUDGED)?,
        };
        let [subject, value, technique] =
            [SUBJECT, by, TECHNIQUE].map(|column| cells.name(row, column));
        rates.insert([subject?, value?, technique?], rate);
    }
    let tables = findings.subjects.iter().map(|subject| {
        let of_subject = || rates.keys().filter(|key| key[0] == *subject);
        let values = in_class_order(of_subject().map(|key| key[1].clone()));
        let techniques: BTreeSet<&String> = of_subject().map(|key| &key[2]).collect();
        let mut table = Table::new(kind.name, title, kind.question)
            .about(subject)
            .with_columns([(by, by)])
            .with_columns(techniques.iter().map(|name| (name.as_str(), name.as_str())));
        if techniques.len() > N_BESIDE {
            table.layout = Layout::Blocks;
        }
        for value in values {
            let mut row = vec![Cell::text(&value)];
            for &technique in &techniques {
                let key = [subject.clone(), value.clone(), technique.clone()];
                row.push(Cell::rate(rates.get(&key).copied()));
            }
            table.rows.push(row);
        }
        table
    });
    Ok(tables.filter(|table| !table.rows.is_empty()).collect())
}
