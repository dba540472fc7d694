//! The techniques beside each other, between floor and ceiling.

use maud::{Markup, html};

use super::{Material, Section};
use crate::columns::ALL_SUBJECTS;
use crate::page::bars::{Bar, axis};
use crate::render::show_cell;
use crate::roles::{Role, role};
use crate::standings::Standings;
use crate::{Cell, Rate, Table};

pub(super) const TECHNIQUES: Section = Section {
    id: "techniques",
    short: "Techniques",
    title: "Which technique finds most mutants?",
    body,
};

fn body(material: &Material<'_>) -> Option<Markup> {
    let together = material
        .standings
        .iter()
        .filter(|standings| standings.subject == ALL_SUBJECTS);
    let is_alone = material.findings.subjects.len() == 1;
    let flips: Vec<(&str, &Vec<Cell>)> = material
        .tables("flips")
        .flat_map(|table| {
            let subject = table.subject.as_deref().unwrap_or_default();
            table.rows.iter().map(move |row| (subject, row))
        })
        .collect();
    Some(html! {
        p class="lead" {
            "Bars are the share of counted mutants that were killed; the thin line is the 95 % interval. "
            (lines_in_words(material.standings))
            @if material.findings.policy.by_design.is_some() {
                "The policy leaves out mutants that crash, hang or change no output, so here the floor is nothing and the ceiling is all."
            }
        }
        div class="small-multiples" {
            @for standings in together {
                (chart("All subjects together", true, &rows_of_standings(standings)))
            }
            @for table in material.tables("techniques") {
                @if let Some(subject) = &table.subject {
                    (chart(subject, is_alone, &rows_of_table(table)))
                }
            }
        }
        @if !flips.is_empty() {
            div class="flips" {
                h3 { "The order depends on how one looks" }
                ul { @for (subject, row) in flips { li { (flip(subject, row)) } } }
            }
        }
    })
}

/// What the dashed lines are; a record of another tool's matrix may have no floor, and no ceiling.
fn lines_in_words(standings: &[Standings]) -> &'static str {
    let mut rows = standings.iter().flat_map(|standings| &standings.rows);
    let has_ceiling = rows.clone().any(|row| row.role == Role::Ceiling);
    match (rows.any(|row| row.role == Role::Floor), has_ceiling) {
        (true, true) => {
            "Dashed lines are the floor, which needs no technique, and the ceiling, which has the right output. "
        }
        (true, false) => "Dashed lines are the floor, which needs no technique. ",
        (false, true) => "Dashed lines are the ceiling, which has the right output. ",
        (false, false) => "",
    }
}

/// A bar of the chart.
struct Row<'a> {
    label: &'a str,
    /// `None` for a part of the technique above.
    role: Option<Role>,
    rate: Option<Rate>,
    published: Option<Rate>,
}

fn rows_of_standings(standings: &Standings) -> Vec<Row<'_>> {
    let rows = standings.rows.iter().map(|row| Row {
        label: &row.technique,
        role: Some(row.role),
        rate: row.rate,
        published: None,
    });
    rows.collect()
}

/// The rows of the table of one subject: a technique, what it plays, its rate.
fn rows_of_table(table: &Table) -> Vec<Row<'_>> {
    let rows = table.rows.iter().filter_map(|row| {
        let [
            Cell::Text(label),
            _,
            Cell::Rate {
                measured,
                published,
            },
            ..,
        ] = row.as_slice()
        else {
            return None;
        };
        Some(Row {
            label: label.trim(),
            role: (!label.starts_with(' ')).then(|| role(label)),
            rate: *measured,
            published: *published,
        })
    });
    rows.collect()
}

fn chart(name: &str, is_wide: bool, rows: &[Row<'_>]) -> Markup {
    let rates = |wanted: Role| {
        let rows = rows.iter().filter(move |row| row.role == Some(wanted));
        rows.filter_map(|row| row.rate)
    };
    let bounds: Vec<Rate> = rates(Role::Floor).chain(rates(Role::Ceiling)).collect();
    let best = rates(Role::Ranked).map(|rate| rate.n).max();
    html! {
        figure class={ "card chart" @if is_wide { " wide" } } {
            figcaption { h3 { (name) } }
            @for row in rows { (bar(row, best, &bounds)) }
            (axis())
        }
    }
}

fn bar(row: &Row<'_>, best: Option<u64>, bounds: &[Rate]) -> Markup {
    let (look, tag) = match row.role {
        Some(Role::Ceiling) => ("bound", "ceiling"),
        Some(Role::Floor) => ("bound", "floor"),
        Some(Role::Apart) => ("apart", "not ranked"),
        Some(Role::Ranked) if row.rate.map(|rate| rate.n) == best => ("best", ""),
        Some(Role::Ranked) => ("", ""),
        None => ("part", ""),
    };
    Bar {
        label: html! {
            span class="name" { (row.label) }
            @if !tag.is_empty() { " " span class="tag" { (tag) } }
        },
        look,
        rate: row.rate,
        bounds,
        published: row.published,
    }
    .row()
}

/// A view in which the order of two techniques is the other way round: the view, who is ahead in all,
/// who is behind, and their rates in the view.
fn flip(subject: &str, row: &[Cell]) -> Markup {
    let [view, ahead, behind, ahead_rate, behind_rate] = row else {
        return html! {};
    };
    html! {
        b { (subject) } ", " (show_cell(view)) ": "
        (show_cell(behind)) " (" (show_cell(behind_rate)) ") is before "
        (show_cell(ahead)) " (" (show_cell(ahead_rate)) ")."
    }
}
