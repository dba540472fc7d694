//! What each property finds that no other property of its technique finds.

use std::collections::BTreeMap;

use polars::prelude::*;

use super::TableKind;
use super::across::{Entry, Row, across};
use crate::columns::{
    KILLED, MUTANT, N, N_IN_SET, N_JUDGED, N_KILLED, N_UNIQUE, N_UNIQUE_IN_SET, PROPERTY,
    PROPERTY_SET, SUBJECT, TECHNIQUE,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, sorted};
use crate::kills::kills_by;
use crate::roles::is_ranked;
use crate::{AnalysisError, Cell, Rate, Table};

pub(super) const UNIQUE: TableKind = TableKind {
    name: "unique",
    question: "What would be missed without this property?",
    is_main: false,
    build,
};

/// One row per subject, technique and property: mutants judged, killed, and killed by it alone
/// among the properties of its technique and of its set.
fn frame(kills: LazyFrame) -> LazyFrame {
    let of_property = kills_by(kills, &[TECHNIQUE, PROPERTY_SET, PROPERTY]);
    let among = |of: &[&'static str], name: &str| {
        let key = [&[SUBJECT, MUTANT], of].concat();
        let n_killers = of_property
            .clone()
            .group_by(cols(&key))
            .agg([col(KILLED).sum().alias(name)]);
        (key, n_killers)
    };
    let (of_technique, n_killers) = among(&[TECHNIQUE], N);
    let (of_set, n_killers_in_set) = among(&[TECHNIQUE, PROPERTY_SET], N_IN_SET);
    let with_technique = inner_join(of_property.clone(), n_killers, &of_technique, &of_technique);
    let with_set = inner_join(with_technique, n_killers_in_set, &of_set, &of_set);
    let is_alone = |n_killers: &str| col(KILLED).and(col(n_killers).eq(lit(1_u32)));
    let key = [SUBJECT, TECHNIQUE, PROPERTY];
    let counts = with_set.group_by(cols(&key)).agg([
        len().alias(N_JUDGED),
        col(KILLED).sum().alias(N_KILLED),
        is_alone(N).sum().alias(N_UNIQUE),
        is_alone(N_IN_SET).sum().alias(N_UNIQUE_IN_SET),
    ]);
    sorted(counts, &key)
}

/// What a property did on a subject.
struct Counts {
    killed: Rate,
    alone: Rate,
    alone_in_set: Rate,
}

/// Counts by subject, technique and property, in the order of the papers.
type ByProperty = BTreeMap<(String, String, (usize, String)), Counts>;

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let cells = Cells::collect(frame(findings.kills.clone().filter(is_ranked())))?;
    let mut by_property = ByProperty::new();
    for row in cells.rows() {
        let of = cells.count(row, N_JUDGED)?;
        let rate = |column: &str| cells.count(row, column).map(|n| Rate { n, of });
        let counts = Counts {
            killed: rate(N_KILLED)?,
            alone: rate(N_UNIQUE)?,
            alone_in_set: rate(N_UNIQUE_IN_SET)?,
        };
        let property = cells.name(row, PROPERTY)?;
        let key = (
            cells.name(row, SUBJECT)?,
            cells.name(row, TECHNIQUE)?,
            (findings.papers.place_of(&property), property),
        );
        by_property.insert(key, counts);
    }
    let of_techniques: Vec<(String, String)> = by_property
        .keys()
        .map(|key| (key.0.clone(), key.1.clone()))
        .collect();
    // A technique with a single property has nothing to share with.
    by_property.retain(|(subject, technique, _), _| {
        let is_same = |known: &&(String, String)| known.0 == *subject && known.1 == *technique;
        of_techniques.iter().filter(is_same).count() > 1
    });

    let mut tables: Vec<Table> = findings
        .subjects
        .iter()
        .map(|subject| table(subject, &by_property))
        .filter(|table| !table.rows.is_empty())
        .collect();
    if tables.len() > 1 {
        tables.push(over_all(findings, &by_property));
    }
    Ok(tables)
}

const ABOUT: &str = "Only it: mutants that no other property of the technique kills, out of those it judged. \
     A property that did not judge a mutant did not kill it.";

fn table(subject: &str, by_property: &ByProperty) -> Table {
    let mut table = Table::new(UNIQUE.name, "Unique kills per property", UNIQUE.question)
        .about(subject)
        .with_columns([
            ("technique", "technique"),
            ("property", "property"),
            ("killed", "killed"),
            ("only", "only it"),
            ("only_in_set", "only in its set"),
        ]);
    for ((known, technique, (_, property)), counts) in by_property {
        if known == subject {
            table.rows.push(vec![
                Cell::text(technique),
                Cell::text(property),
                Cell::Count(counts.killed.n),
                Cell::rate(Some(counts.alone)),
                Cell::Count(counts.alone_in_set.n),
            ]);
        }
    }
    table.notes.push(ABOUT.to_owned());
    table.notes.push(
        "Only in its set: the same among the properties that a paper counts together, or among the further \
         ones."
            .to_owned(),
    );
    table
}

fn over_all(findings: &Findings, by_property: &ByProperty) -> Table {
    let mut rows: BTreeMap<(&str, &(usize, String)), Row> = BTreeMap::new();
    for ((subject, technique, property), counts) in by_property {
        let row = rows.entry((technique, property)).or_insert_with(|| {
            let label = format!("{technique} {}", property.1);
            (label, vec![Entry::default(); findings.subjects.len()])
        });
        let place = findings.subjects.iter().position(|known| known == subject);
        if let Some(entry) = place.and_then(|place| row.1.get_mut(place)) {
            entry.measured = Some(counts.alone);
        }
    }
    let rows: Vec<Row> = rows.into_values().collect();
    let title = "Unique kills per property and subject";
    let table =
        Table::new(UNIQUE.name, title, UNIQUE.question).with_columns([("property", "property")]);
    let mut table = across(table, &findings.subjects, &rows);
    table.notes.push(ABOUT.to_owned());
    table
}
