//! How many mutants are left after each step.

use maud::{Markup, html};

use super::{Material, Section};
use crate::columns::ALL_CLASSES;
use crate::page::bars::{place, stacked};
use crate::render::{MISSING, show_percent};
use crate::roles::Role;
use crate::{Cell, Rate, Table};

pub(super) const FUNNEL: Section = Section {
    id: "funnel",
    short: "Funnel",
    title: "How many mutants are left to tell techniques apart?",
    body,
};

/// The steps as columns of the table, and what they say.
const STEPS: [(&str, &str); 7] = [
    ("made", "made"),
    ("considered", "chosen by the policy"),
    ("compiled", "compiled"),
    ("reached", "reached: the change is evaluated"),
    ("infected", "infected: its value differs"),
    ("propagated", "propagated: an output differs"),
    ("usable", "counted by the policy"),
];

fn body(material: &Material<'_>) -> Option<Markup> {
    let tables = material
        .tables("funnel")
        .filter(|table| table.subject.is_some());
    Some(html! {
        p class="lead" {
            "Each step keeps those that passed the steps before it; the shades are the classes of mutants. "
            "Below the line stand the counted mutants that each technique killed."
        }
        div class="small-multiples" { @for table in tables { (chart(material, table)) } }
    })
}

fn chart(material: &Material<'_>, table: &Table) -> Markup {
    let subject = table.subject.as_deref().unwrap_or_default();
    let of_class = |is_wanted: &dyn Fn(&str) -> bool| {
        let rows = table.rows.iter().filter_map(|row| match row.first() {
            Some(Cell::Text(class)) if is_wanted(class) => Some((class.as_str(), row)),
            _ => None,
        });
        rows.collect::<Vec<(&str, &Vec<Cell>)>>()
    };
    let classes = of_class(&|class| class != ALL_CLASSES);
    let all = of_class(&|class| class == ALL_CLASSES);
    let count = |row: &[Cell], name: &str| match row.get(table.place(name)?) {
        Some(Cell::Count(n)) => Some(*n),
        _ => None,
    };
    let total = |name: &str| all.first().and_then(|(_, row)| count(row, name));
    let made = total("made").unwrap_or(0);
    let width = |n: u64| 100.0 * n as f64 / made.max(1) as f64;
    let standings = material
        .standings
        .iter()
        .find(|standings| standings.subject == subject);
    html! {
        figure class="card chart funnel" {
            figcaption {
                h3 { (subject) }
                ul class="legend" {
                    @for (shade, (class, _)) in classes.iter().enumerate() {
                        li { span class={ "swatch shade-" (shade % 6) } {} (class) }
                    }
                }
            }
            @for (name, label) in STEPS {
                div class="bar-row" {
                    div class="bar-label" { (label) }
                    svg class="track" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" {
                        rect class="groove" x="0" y="4" width="100" height="16" {}
                        @let counts = classes.iter().map(|(_, row)| count(row, name).unwrap_or(0));
                        @for (shade, (start, n)) in stacked(counts).into_iter().enumerate() {
                            rect class={ "shade-" (shade % 6) } x=(place(width(start))) y="4" width=(place(width(n))) height="16" {}
                        }
                    }
                    div class="bar-value" { (value(total(name), made)) }
                }
            }
            @if let Some(standings) = standings {
                hr;
                @for row in standings.rows.iter().filter(|row| row.role == Role::Ranked || row.role == Role::Apart) {
                    div class="bar-row survivors" {
                        div class="bar-label" { "killed by " span class="name" { (row.technique) } }
                        svg class="track" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" {
                            rect class="groove" x="0" y="4" width="100" height="16" {}
                            rect class="bar" x="0" y="4" width=(place(width(row.rate.map_or(0, |rate| rate.n)))) height="16" {}
                        }
                        div class="bar-value" { (value(row.rate.map(|rate| rate.n), made)) }
                    }
                }
            }
        }
    }
}

fn value(n: Option<u64>, made: u64) -> Markup {
    html! {
        @match n {
            None => (MISSING),
            Some(n) => { b { (n) } " " span class="quiet" { (show_percent(Rate { n, of: made })) } }
        }
    }
}
