//! Which techniques find the same mutants.

use maud::{Markup, html};

use super::{Material, Section};
use crate::page::html_table::with_code;
use crate::render::{show_cell, show_percent};
use crate::{Cell, Rate, Table};

pub(super) const OVERLAP: Section = Section {
    id: "overlap",
    short: "Overlap",
    title: "Do the techniques find the same mutants?",
    body,
};

/// More combinations than this are left to the table.
const N_SHOWN: usize = 24;

/// The distance of two techniques in the drawing.
const STEP: usize = 26;

fn body(material: &Material<'_>) -> Option<Markup> {
    let mut tables: Vec<&Table> = material.tables("overlap").collect();
    // All subjects together come first, as in the answer.
    tables.sort_by_key(|table| table.subject.is_some());
    if tables.is_empty() {
        return None;
    }
    Some(html! {
        p class="lead" {
            "A row is a combination: the filled dots are the techniques that killed, and the bar says how many mutants fell to exactly these."
        }
        div class="small-multiples" { @for table in tables { (chart(table)) } }
    })
}

/// A combination of techniques and how many mutants it has.
struct Region<'a> {
    is_killed: Vec<bool>,
    n: u64,
    cell: &'a Cell,
}

fn chart(table: &Table) -> Markup {
    let n_techniques = table.columns.len().saturating_sub(1);
    let mut regions: Vec<Region<'_>> = table.rows.iter().filter_map(|row| region(row)).collect();
    regions.retain(|region| region.n > 0);
    // As large as they are; equal ones stay in the order of the table.
    regions.sort_by_key(|region| std::cmp::Reverse(region.n));
    let most = regions.first().map_or(1, |region| region.n);
    let n_all: u64 = regions.iter().map(|region| region.n).sum();
    let n_more = regions.len().saturating_sub(N_SHOWN);
    html! {
        figure class="card chart upset" style={ "--dots:" (n_techniques * STEP) "px" } {
            figcaption {
                h3 { @if let Some(subject) = &table.subject { (subject) ": " } (table.title) }
            }
            ol class="upset-key" {
                @for (place, column) in table.columns[..n_techniques].iter().enumerate() {
                    li style={ "--at:" (place) ";--n:" (n_techniques) } { (column.title) }
                }
            }
            @for region in regions.iter().take(N_SHOWN) {
                div class={ "upset-row" @if !region.is_killed.contains(&true) { " none" } } {
                    (dots(&region.is_killed))
                    svg class="track" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" {
                        rect class="bar" x="0" y="4" height="16" width=(crate::page::bars::place(100.0 * region.n as f64 / most as f64)) {}
                    }
                    div class="bar-value" {
                        b { (region.n) } " "
                        span class="quiet" { (show_percent(Rate { n: region.n, of: n_all })) }
                        @if let Cell::Rate { published: Some(published), .. } = region.cell {
                            span class="published" { "published " (show_percent(*published)) }
                        }
                    }
                    span class="unseen" { (names(table, &region.is_killed)) ": " (show_cell(region.cell)) }
                }
            }
            @if regions.is_empty() { p class="empty" { "No mutant was judged by all of these techniques." } }
            @if n_more > 0 { p class="note" { (n_more) " smaller combinations are in the table." } }
            @for note in &table.notes { p class="note" { (with_code(note)) } }
        }
    }
}

fn region(row: &[Cell]) -> Option<Region<'_>> {
    let (cell, flags) = row.split_last()?;
    let n = match cell {
        Cell::Count(n) => *n,
        Cell::Rate { measured, .. } => measured.map_or(0, |rate| rate.n),
        _ => return None,
    };
    let is_killed = flags.iter().map(|flag| *flag == Cell::Flag(true)).collect();
    Some(Region { is_killed, n, cell })
}

/// The techniques as dots, filled where they killed and joined by a line.
fn dots(is_killed: &[bool]) -> Markup {
    let x = |place: usize| place * STEP + STEP / 2;
    let first = is_killed.iter().position(|&killed| killed);
    let last = is_killed.iter().rposition(|&killed| killed);
    html! {
        svg class="dots" width=(is_killed.len() * STEP) height="24" aria-hidden="true" {
            @if let (Some(first), Some(last)) = (first, last) {
                line x1=(x(first)) x2=(x(last)) y1="12" y2="12" {}
            }
            @for (place, &killed) in is_killed.iter().enumerate() {
                circle class=[killed.then_some("on")] cx=(x(place)) cy="12" r="6" {}
            }
        }
    }
}

fn names(table: &Table, is_killed: &[bool]) -> String {
    let killers: Vec<&str> = table
        .columns
        .iter()
        .zip(is_killed)
        .filter(|(_, killed)| **killed)
        .map(|(column, _)| column.title.as_str())
        .collect();
    if killers.is_empty() {
        "no technique".to_owned()
    } else {
        killers.join(" and ")
    }
}
