//! Kills per property and class.

use std::collections::BTreeSet;

use super::TableKind;
use super::across::{Entry, Row, across};
use super::matrix::{Matrices, Matrix, matrices, sets_of};
use crate::columns::{ALL_CLASSES, PROPERTY};
use crate::findings::Findings;
use crate::roles::{RUNTIME_CHECKING, is_ranked};
use crate::{AnalysisError, Cell, Layout, Papers, Table, Topic};

pub(super) const PROPERTIES: TableKind = TableKind {
    name: "properties",
    question: "Which property kills most, and mutants of which class?",
    is_main: true,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let papers = &findings.papers;
    let matrices = matrices(&findings.kills.clone().filter(is_ranked()), PROPERTY)?;
    let tables = findings.subjects.iter().flat_map(|subject| {
        // A technique with a single property has nothing to compare; the table `classes` shows it.
        let sets = sets_of(&matrices, subject, papers)
            .into_iter()
            .filter(|(set, matrix)| {
                // Those of functions have a table of their own.
                papers.is_metamorphic(set) || *set != RUNTIME_CHECKING && matrix.columns().len() > 1
            });
        let sets: Vec<_> = sets.collect();
        let n_metamorphic = sets
            .iter()
            .filter(|(set, _)| papers.is_metamorphic(set))
            .count();
        let is_alone = n_metamorphic < 2;
        let tables = sets.into_iter();
        tables.map(move |(set, matrix)| table(findings, subject, (set, is_alone), matrix))
    });
    let mut tables: Vec<Table> = tables.collect();
    for table in &mut tables {
        let Some(subject) = table.subject.clone() else {
            continue;
        };
        let is_shown = |_: &str, property: &str| table.place(property).is_some();
        let marks = findings.marks_of_placebos(&subject, is_shown)?;
        table.notes.extend(marks);
    }
    if findings.subjects.len() > 1 {
        let sets: BTreeSet<&str> = matrices.keys().map(|(_, set)| set.as_str()).collect();
        let mut sets: Vec<&str> = sets
            .into_iter()
            .filter(|set| papers.is_metamorphic(set))
            .collect();
        sets.sort_by_key(|set| papers.place_of_set(set));
        tables.extend(sets.iter().map(|set| over_all(findings, &matrices, set)));
    }
    Ok(tables)
}

/// All subjects together: the properties of a set as rows, then any of them.
fn over_all(findings: &Findings, matrices: &Matrices, set: &str) -> Table {
    let (papers, published) = (&findings.papers, &findings.published);
    let of_set = matrices.iter().filter(|((_, known), _)| known == set);
    let judged: BTreeSet<String> = of_set.flat_map(|(_, matrix)| matrix.columns()).collect();
    let entry = |subject: &String, property: Option<&str>| {
        let matrix = matrices.get(&(subject.clone(), set.to_owned()));
        Entry {
            measured: matrix.and_then(|matrix| matrix.rate(property, ALL_CLASSES)),
            published: published.by_property(subject, set, property, ALL_CLASSES),
        }
    };
    let row = |label: &str, property: Option<&str>| {
        let subjects = findings.subjects.iter();
        let entries = subjects.map(|subject| entry(subject, property));
        (label.to_owned(), entries.collect())
    };
    let subjects = findings.subjects.iter();
    // Those of a program alone are no row where nobody judged it and no paper has their numbers.
    let is_known = |subject: &str, property: &str| {
        let is_published = published.by_property(subject, set, Some(property), ALL_CLASSES);
        papers.is_of_any(set, property) || is_published.is_some()
    };
    let members = subjects.flat_map(|subject| {
        let members = papers.members(set, subject).iter();
        members.filter(move |property| is_known(subject, property))
    });
    let mut rows: Vec<Row> = with_members(papers, &judged, members)
        .iter()
        .map(|property| row(property, Some(property)))
        .collect();
    rows.push(row("any of them", None));
    let title = format!("Kills per property and subject, {}", papers.set_title(set));
    let table = Table::new(PROPERTIES.name, title, "Which property kills most?")
        .with_columns([("property", "property")]);
    let mut table = across(table, &findings.subjects, &rows);
    for subject in &findings.subjects {
        let notes = published.notes(&topic(subject, set)).into_iter();
        table
            .notes
            .extend(notes.map(|note| format!("{subject}: {note}")));
    }
    table
}

/// The properties that were judged and those that a paper has in the set, in the order of the papers.
///
/// A paper's property that was not judged has its place all the same: its numbers stand there.
fn with_members<'a>(
    papers: &Papers,
    judged: &BTreeSet<String>,
    members: impl IntoIterator<Item = &'a &'static str>,
) -> Vec<String> {
    let mut properties: BTreeSet<String> = judged.clone();
    properties.extend(members.into_iter().copied().map(str::to_owned));
    let mut properties: Vec<String> = properties.into_iter().collect();
    properties.sort_by_key(|property| papers.place_of(property));
    properties
}

/// The table of a set of properties, with whether it is the subject's only set of metamorphic ones.
fn table(
    findings: &Findings,
    subject: &str,
    (set, is_alone): (&str, bool),
    matrix: &Matrix,
) -> Table {
    let papers = &findings.papers;
    let judged = matrix.columns();
    let is_published = findings.published.usable(subject, ALL_CLASSES).is_some();
    // Where no paper has the subject, a property that is called as one of theirs is just a property.
    let (properties, set_title) = if is_published {
        (
            with_members(papers, &judged, papers.members(set, subject)),
            papers.set_title(set),
        )
    } else if papers.is_metamorphic(set) {
        let is_compared = papers.compared().is_some_and(|known| known.name == set);
        (
            with_members(papers, &judged, []),
            // Of several tables only one can be called so.
            if is_alone || is_compared {
                "metamorphic properties"
            } else {
                papers.set_title(set)
            },
        )
    } else {
        (with_members(papers, &judged, []), papers.set_title(set))
    };
    let not_judged: Vec<&str> = properties
        .iter()
        .map(String::as_str)
        .filter(|property| !judged.contains(*property))
        .collect();

    let title = format!("Kills per property and class, {set_title}");
    let mut table = Table::new(PROPERTIES.name, title, PROPERTIES.question)
        .about(subject)
        .with_columns([("class", "class")])
        .with_columns(properties.iter().map(|name| (name.as_str(), name.as_str())))
        .with_columns([("any", "any of them")]);
    table.layout = Layout::Blocks;
    let columns: Vec<Option<&str>> = properties
        .iter()
        .map(|property| Some(property.as_str()))
        .chain([None])
        .collect();
    for class in matrix.classes() {
        let cell = |&property: &Option<&str>| Cell::Rate {
            measured: matrix.rate(property, &class),
            published: findings
                .published
                .by_property(subject, set, property, &class),
        };
        let cells = columns.iter().map(cell);
        table
            .rows
            .push([Cell::text(&class)].into_iter().chain(cells).collect());
    }
    table.notes = findings.published.notes(&topic(subject, set));
    if !not_judged.is_empty() {
        table.notes.push(format!(
            "Not judged here, or without a sound case: {}; the last column is of the others.",
            not_judged.join(", ")
        ));
    }
    table
}

fn topic(subject: &str, set: &str) -> Topic {
    Topic::Properties {
        subject: subject.to_owned(),
        set: set.to_owned(),
    }
}
