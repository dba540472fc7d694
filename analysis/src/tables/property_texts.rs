//! What each property of a program and of its functions says.

use super::TableKind;
use crate::findings::Findings;
use crate::roles::{METAMORPHIC, RUNTIME_CHECKING};
use crate::{AnalysisError, Cell, Table, Topic};

pub(super) const PROPERTY_TEXTS: TableKind = TableKind {
    name: "property-texts",
    question: "What does each property of the program and of its functions say?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let tables = findings
        .subjects
        .iter()
        .map(|subject| of_subject(findings, subject));
    Ok(tables.filter(|table| !table.rows.is_empty()).collect())
}

fn of_subject(findings: &Findings, subject: &str) -> Table {
    let (papers, published) = (&findings.papers, &findings.published);
    let known = findings.provenance.properties.iter();
    let mut properties: Vec<(&str, &str, &str)> = known
        .filter(|property| property.subject.as_str() == subject)
        .map(|property| {
            let name = property.name.as_str();
            let text = property.text.strip_prefix(name);
            let text = text.and_then(|text| text.strip_prefix(": "));
            let text = text.unwrap_or(&property.text);
            (property.technique.as_str(), name, text)
        })
        // The others look at what they are given and have no words of their own.
        .filter(|(technique, ..)| [METAMORPHIC, RUNTIME_CHECKING].contains(technique))
        .collect();
    properties.sort_by_key(|(technique, name, _)| {
        let is_of_paper = published.text(subject, name).is_some();
        (*technique, papers.place_of(name), !is_of_paper, *name)
    });
    let has_published = properties
        .iter()
        .any(|(_, name, _)| published.text(subject, name).is_some());
    let mut table = Table::new(
        PROPERTY_TEXTS.name,
        "What the properties say",
        PROPERTY_TEXTS.question,
    )
    .about(subject)
    .with_columns([
        ("technique", "technique"),
        ("property", "property"),
        ("says", "says"),
    ]);
    if has_published {
        table = table.with_published_column("published", "published");
    }
    for (technique, name, text) in properties {
        // One of a function may be spread over lines, and begins with its name and settings.
        let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        let text = match text
            .strip_prefix("@meta[")
            .and_then(|text| text.split_once("] "))
        {
            Some((_, rest)) => rest.to_owned(),
            None => text,
        };
        let mut row = vec![Cell::text(technique), Cell::text(name), Cell::Text(text)];
        if has_published {
            let published = published.text(subject, name);
            row.push(published.map_or(Cell::Missing, Cell::text));
        }
        table.rows.push(row);
    }
    if has_published {
        let subject = subject.to_owned();
        table
            .notes
            .extend(published.notes(&Topic::PropertyTexts { subject }));
    }
    table
}
