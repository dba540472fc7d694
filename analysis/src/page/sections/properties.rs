//! A card for every property.

use std::collections::BTreeMap;

use killrate_model::MutantClass;
use maud::{Markup, html};

use super::{Material, Section};
use crate::columns::{CLASS, N_JUDGED, N_KILLED, PROPERTY, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::kills::score;
use crate::page::bars::{Bar, place, stacked};
use crate::page::code::Code;
use crate::page::facts::PropertyColumn;
use crate::render::{MISSING, show_cell, show_percent, show_share};
use crate::roles::{Role, role};
use crate::{AnalysisError, Cell, Rate};

pub(super) const PROPERTIES: Section = Section {
    id: "properties",
    short: "Properties",
    title: "What is each property worth?",
    body,
};

fn body(material: &Material<'_>) -> Option<Markup> {
    let findings = material.findings;
    if !findings.provenance.is_full_matrix() {
        return None;
    }
    let rates = Rates::gather(findings).ok()?;
    Some(html! {
        p class="lead" {
            "The upper bar is the share of counted mutants that the property kills, with its interval; the lower one says what became of all of them."
        }
        @for (place, subject) in findings.subjects.iter().enumerate() {
            @let columns = columns_of(material, place);
            @if findings.subjects.len() > 1 { h3 { (subject) } }
            @if columns.is_empty() { p class="empty" { "No ranked technique judged a mutant here." } }
            div class="cards" {
                @for (column, property) in columns {
                    (card(material, &rates, place, column, property))
                }
            }
        }
    })
}

/// Rates by subject, technique and property, and by class.
struct Rates {
    all: BTreeMap<[String; 3], Rate>,
    by_class: BTreeMap<[String; 3], Vec<(String, Rate)>>,
}

impl Rates {
    fn gather(findings: &Findings) -> Result<Self, AnalysisError> {
        let mut rates = Self {
            all: BTreeMap::new(),
            by_class: BTreeMap::new(),
        };
        let kills = findings.kills.clone();
        let all = Cells::collect(score(kills.clone(), &[TECHNIQUE, PROPERTY]))?;
        for row in all.rows() {
            let (key, rate) = key_and_rate(&all, row)?;
            rates.all.insert(key, rate);
        }
        let by_class = Cells::collect(score(kills, &[TECHNIQUE, PROPERTY, CLASS]))?;
        for row in by_class.rows() {
            let (key, rate) = key_and_rate(&by_class, row)?;
            let class = by_class.name(row, CLASS)?;
            rates.by_class.entry(key).or_default().push((class, rate));
        }
        for of_property in rates.by_class.values_mut() {
            of_property.sort_by_key(|(class, _)| place_of_class(class));
        }
        Ok(rates)
    }
}

/// Where a class stands: in the order of the papers.
fn place_of_class(class: &str) -> Option<usize> {
    let mut classes = MutantClass::RECORDED.iter();
    classes.position(|known| known.name() == class)
}

fn key_and_rate(cells: &Cells, row: usize) -> Result<([String; 3], Rate), AnalysisError> {
    let key = [
        cells.name(row, SUBJECT)?,
        cells.name(row, TECHNIQUE)?,
        cells.name(row, PROPERTY)?,
    ];
    let rate = Rate {
        n: cells.count(row, N_KILLED)?,
        of: cells.count(row, N_JUDGED)?,
    };
    Ok((key, rate))
}

/// The properties that judged a subject, without those of the floor and the ceiling.
fn columns_of<'a>(material: &'a Material<'_>, subject: usize) -> Vec<(usize, &'a PropertyColumn)> {
    let cases = &material.facts.cases[subject];
    let columns = material.facts.columns.iter().enumerate();
    columns
        .filter(|(place, column)| {
            let is_judged = cases.iter().any(|case| case.column == *place);
            is_judged && matches!(role(&column.technique), Role::Ranked | Role::Apart)
        })
        .collect()
}

fn card(
    material: &Material<'_>,
    rates: &Rates,
    subject: usize,
    column: usize,
    property: &PropertyColumn,
) -> Markup {
    let name = &material.findings.subjects[subject];
    let key = [
        name.clone(),
        property.technique.clone(),
        property.property.clone(),
    ];
    let rate = rates.all.get(&key).copied();
    let text = property_text(material, name, property);
    let only = in_table(material, "unique", name, property, "only");
    let alarms = in_table(material, "false-alarms", name, property, "alarms");
    let share = contribution(material, name, property);
    let bar = Bar {
        label: html! {},
        look: "",
        rate,
        bounds: &[],
        published: None,
    };
    html! {
        article class="card property" {
            header {
                h4 { (property.property) }
                span class="quiet" { (property.technique) }
                @match rate {
                    Some(rate) => span class="card-number" { (show_percent(rate)) },
                    None => span class="card-number quiet" { (MISSING) },
                }
            }
            @if let Some(text) = text { p class="law" { code { (text) } } }
            @if let Some(twins) = twins(material, subject, column) { p class="quiet" { (twins) } }
            (bar.track())
            (outcomes(material, subject, column))
            dl {
                dt { "killed" }
                dd { @match rate { Some(rate) => (show_share(rate)), None => "no mutant judged" } }
                @if let Some(Cell::Rate { measured: Some(only), .. }) = only {
                    dt { "only by it among " (property.technique) } dd { (only.n) }
                }
                @if let Some(share) = share {
                    dt title="The mutants it adds on average over all orders of the properties (Shapley value)" { "share of the technique's kills" }
                    dd { (show_cell(share)) " %" }
                }
                @if let Some(Cell::Rate { measured: Some(alarms), .. }) = alarms {
                    dt { "alarms on the original" } dd { (show_share(*alarms)) }
                }
                @for (class, rate) in rates.by_class.get(&key).into_iter().flatten() {
                    dt class="quiet" { (class) } dd class="quiet" { (show_share(*rate)) }
                }
            }
            a class="to-matrix" href="#matrix" data-column=(column) data-subject=(subject) { "Show in the matrix" }
        }
    }
}

fn property_text<'a>(
    material: &'a Material<'_>,
    subject: &str,
    property: &PropertyColumn,
) -> Option<&'a str> {
    let known = material
        .findings
        .provenance
        .properties
        .iter()
        .find(|known| {
            known.subject.as_str() == subject
                && known.technique.as_str() == property.technique
                && known.name.as_str() == property.property
        })?;
    let prefix = format!("{}: ", property.property);
    Some(known.text.strip_prefix(&prefix).unwrap_or(&known.text))
}

/// Other properties of the technique that come to the same on every mutant, if there are any.
///
/// Where none kills, that says nothing.
fn twins(material: &Material<'_>, subject: usize, column: usize) -> Option<String> {
    let (facts, technique) = (material.facts, &material.facts.columns[column].technique);
    let of_subject = || {
        facts
            .mutants
            .iter()
            .filter(|mutant| mutant.subject == subject)
    };
    if !of_subject().any(|mutant| mutant.cells[column] == Code::Killed) {
        return None;
    }
    let is_twin = |other: &usize| {
        let is_other = *other != column && facts.columns[*other].technique == *technique;
        is_other && of_subject().all(|mutant| mutant.cells[*other] == mutant.cells[column])
    };
    let twins: Vec<&str> = (0..facts.columns.len())
        .filter(is_twin)
        .map(|twin| facts.columns[twin].property.as_str())
        .collect();
    let told = format!("Comes to the same as {} on every mutant.", twins.join(", "));
    (!twins.is_empty()).then_some(told)
}

/// The cell of a property in a table that has the columns `technique` and `property`.
fn in_table<'a>(
    material: &'a Material<'_>,
    table: &str,
    subject: &str,
    property: &PropertyColumn,
    column: &str,
) -> Option<&'a Cell> {
    let mut tables = material.tables(table);
    let table = tables.find(|known| known.subject.as_deref() == Some(subject))?;
    let technique = table.place("technique")?;
    let mut rows = table.rows_of("property", &property.property);
    let row = rows.find(|row| row[technique] == Cell::text(&property.technique))?;
    row.get(table.place(column)?)
}

/// The share of its technique's kills that a property brings; there is a table per technique.
fn contribution<'a>(
    material: &'a Material<'_>,
    subject: &str,
    property: &PropertyColumn,
) -> Option<&'a Cell> {
    let mut tables = material.tables("contributions").filter(|table| {
        let is_of_technique = table.title.ends_with(&format!(", {}", property.technique));
        table.subject.as_deref() == Some(subject) && is_of_technique
    });
    let table = tables.next()?;
    let row = table.rows_of("property", &property.property).next()?;
    row.get(table.place("share_percent")?)
}

/// What became of the counted mutants, as one bar of parts.
fn outcomes(material: &Material<'_>, subject: usize, column: usize) -> Markup {
    let codes: Vec<Code> = material
        .facts
        .usable(subject)
        .map(|mutant| mutant.cells[column])
        .collect();
    let n_of = |code: Code| codes.iter().filter(|known| **known == code).count() as u64;
    let share = |n: u64| place(100.0 * n as f64 / codes.len().max(1) as f64);
    let counts: Vec<(Code, u64)> = Code::ALL
        .into_iter()
        .map(|code| (code, n_of(code)))
        .filter(|(_, n)| *n > 0)
        .collect();
    let said: Vec<String> = counts
        .iter()
        .map(|(code, n)| format!("{n} {}", code.label()))
        .collect();
    let parts = stacked(counts.iter().map(|(_, n)| *n));
    html! {
        svg class="outcomes" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=(said.join(", ")) {
            @for ((code, n), (start, _)) in counts.iter().zip(parts) {
                rect class={ "code-" (code.letter()) } x=(share(start)) y="0" height="10" width=(share(*n)) {
                    title { (n) " " (code.label()) }
                }
            }
        }
        p class="said" { (said.join(" · ")) }
    }
}
