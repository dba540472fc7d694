//! Reports for pages and issues.

use super::numbers::{show_cell, show_difference, show_interval, show_percent, show_share};
use crate::{Cell, Report, Table};

pub(super) fn render(report: &Report) -> String {
    let mut text = format!(
        "# {}\n\nPolicy `{}`: {}.\n",
        report.heading(),
        report.policy,
        report.about_policy
    );
    if !report.headline.is_empty() {
        let sentences = report.sentences();
        let sentences: Vec<String> = sentences
            .iter()
            .map(|sentence| format!("- {sentence}\n"))
            .collect();
        text += &format!("\n## {}\n\n{}", report.question, sentences.concat());
    }
    for table in &report.tables {
        text += &render_table(table);
    }
    text
}

fn render_table(table: &Table) -> String {
    let title = match &table.subject {
        Some(subject) => format!("{subject}: {}", table.title),
        None => table.title.clone(),
    };
    let headings: Vec<&str> = table
        .columns
        .iter()
        .map(|column| column.title.as_str())
        .collect();
    let is_text = |place: usize| {
        let mut cells = table.rows.iter().map(|row| &row[place]);
        cells.all(|cell| matches!(cell, Cell::Text(_)))
    };
    let rulers: Vec<&str> = (0..headings.len())
        .map(|place| if is_text(place) { "---" } else { "---:" })
        .collect();
    let mut text = format!(
        "\n## {title}\n\n{}\n\n| {} |\n|{}|\n",
        table.question,
        headings.join(" | "),
        rulers.join("|")
    );
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    for note in &table.notes {
        text += &format!("\n{note}\n");
    }
    text
}

fn cell(cell: &Cell) -> String {
    let shown = match cell {
        Cell::Rate {
            measured: Some(rate),
            published,
        } => {
            let beside = published.map_or(String::new(), |published| {
                format!(
                    "; published {} {}, {} points",
                    show_share(published),
                    show_percent(published),
                    show_difference(*rate, published)
                )
            });
            format!("{} ({}){beside}", show_cell(cell), show_interval(*rate))
        }
        Cell::Rate {
            measured: None,
            published: Some(published),
        } => format!(
            "{}; published {} {}",
            show_cell(cell),
            show_share(*published),
            show_percent(*published)
        ),
        _ => show_cell(cell),
    };
    shown.replace('|', "\\|")
}
