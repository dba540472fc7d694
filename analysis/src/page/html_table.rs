//! Tables as HTML.

use maud::{Markup, PreEscaped, html};

use crate::render::{MISSING, show_cell, show_interval, show_percent, show_range, show_share};
use crate::{Cell, Column, Table};

/// The tables whose numbers are measured on a machine, and are not the same in the next run.
const MEASURED: [&str; 2] = ["costs", "overhead"];

/// A table that scrolls sideways where it does not fit.
pub(super) fn html_table(table: &Table) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="group" aria-label=(table.title) {
            table {
                thead {
                    tr {
                        @for (place, column) in table.columns.iter().enumerate() {
                            th scope="col" class=[is_numeric(table, place).then_some("number")] {
                                (heading(column))
                            }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        // A line of its own, so that two pages can be compared line by line.
                        (PreEscaped("\n"))
                        tr class=[MEASURED.contains(&table.name).then_some("measured")] {
                            @for (place, cell) in row.iter().enumerate() {
                                td class=[is_numeric(table, place).then_some("number")] { (html_cell(cell)) }
                            }
                        }
                    }
                }
            }
        }
        (PreEscaped("\n"))
        @for note in &table.notes {
            p class="note" { (with_code(note)) }
        }
    }
}

/// The heading of a column; one that a reader sees no need for is there for those who listen.
fn heading(column: &Column) -> Markup {
    html! {
        @if column.title.trim().is_empty() {
            span class="unseen" { (column.name.replace('_', " ")) }
        } @else {
            (column.title)
        }
    }
}

fn is_numeric(table: &Table, place: usize) -> bool {
    let mut cells = table.rows.iter().filter_map(|row| row.get(place));
    cells.any(|cell| !matches!(cell, Cell::Text(_) | Cell::Missing))
}

fn html_cell(cell: &Cell) -> Markup {
    match cell {
        Cell::Text(text) if text.starts_with("  ") => {
            html! { span class="indented" { (text.trim()) } }
        }
        Cell::Rate {
            measured,
            published,
        } => html! {
            @match measured {
                None => (MISSING),
                Some(rate) => {
                    span class="rate" {
                        (show_share(*rate)) " " b { (show_percent(*rate)) }
                    }
                    " " span class="quiet" { (show_interval(*rate)) }
                }
            }
            @if let Some(published) = published {
                " " span class="published" { "published " (show_share(*published)) " " (show_percent(*published)) }
            }
        },
        Cell::Estimate(estimate) => html! {
            span class="rate" { b { (show_cell(cell)) } }
            " " span class="quiet" { (show_range(*estimate)) }
        },
        cell => html! { (show_cell(cell)) },
    }
}

/// A sentence whose words in backticks are code.
pub(super) fn with_code(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_without_a_title_is_said_by_its_name() {
        let titled = |title: &str| Column {
            name: "lives_in".to_owned(),
            title: title.to_owned(),
            is_published: false,
        };
        assert_eq!(heading(&titled("lives")).into_string(), "lives");
        assert_eq!(
            heading(&titled("")).into_string(),
            "<span class=\"unseen\">lives in</span>"
        );
    }

    #[test]
    fn words_in_backticks_are_code_and_nothing_is_markup() {
        let text = with_code("see `a<b` & more").into_string();
        assert_eq!(text, "see <code>a&lt;b</code> &amp; more");
    }
}
