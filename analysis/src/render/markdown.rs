//! Reports for pages and issues.

use super::numbers::{
    show_cell, show_difference, show_interval, show_percent, show_range, show_share,
};
use crate::{Cell, Report, Table};

pub(super) fn render(report: &Report) -> String {
    let mut text = format!(
        "# {}\n\nPolicy `{}`: {}.\n",
        report.heading(),
        report.policy,
        report.about_policy
    );
    if !report.headline.is_empty() {
        let sentences: Vec<String> = report
            .sentences()
            .iter()
            .map(|sentence| format!("- {}\n", escaped(sentence)))
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
    let headings: Vec<String> = table
        .columns
        .iter()
        .map(|column| in_table(&column.title))
        .collect();
    let is_text = |place: usize| {
        let mut cells = table.rows.iter().map(|row| &row[place]);
        cells.all(|cell| matches!(cell, Cell::Text(_)))
    };
    let rulers: Vec<&str> = (0..headings.len())
        .map(|place| if is_text(place) { "---" } else { "---:" })
        .collect();
    let mut text = format!(
        "\n## {}\n\n{}\n\n| {} |\n|{}|\n",
        escaped(&title),
        escaped(table.question),
        headings.join(" | "),
        rulers.join("|")
    );
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    for note in &table.notes {
        text += &format!("\n{}\n", escaped(note));
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
        Cell::Estimate(estimate) => format!("{} ({})", show_cell(cell), show_range(*estimate)),
        _ => show_cell(cell),
    };
    in_table(&shown)
}

/// A text for a cell, in which a bar would start the next one.
fn in_table(text: &str) -> String {
    escaped(text).replace('|', "\\|")
}

/// A text that shows as it is: without tags and emphasis, but with code between backticks.
fn escaped(text: &str) -> String {
    // In code everything stands for itself; a backtick without a second one starts none.
    let n_ticks = text.matches('`').count();
    let mut pieces = Vec::new();
    for (place, piece) in text.split('`').enumerate() {
        let is_code = place % 2 == 1 && place < n_ticks;
        pieces.push(if is_code {
            piece.to_owned()
        } else {
            escaped_plain(piece)
        });
    }
    pieces.join("`")
}

fn escaped_plain(text: &str) -> String {
    let mut escaped = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        let is_special = match character {
            // Only what may be a tag: most are shares such as <1 %.
            '<' => next.is_ascii_alphabetic() || "/!?".contains(next),
            '*' => true,
            '\\' => next.is_ascii_punctuation(),
            _ => false,
        };
        if is_special {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(cell(&Cell::text(text)), expected);
    }

    #[test]
    fn a_cell_shows_as_it_is() {
        check("a | b\n|| c", "a \\| b \\|\\| c");
        check("Vec<u8> </b> <1 %", "Vec\\<u8> \\</b> <1 %");
        check("*x = y * z", "\\*x = y \\* z");
        check("\\d\\|", "\\d\\\\\\|");
        check("not `Vec<u8>` but `a|b`", "not `Vec<u8>` but `a\\|b`");
        check("one ` tick <b>", "one ` tick \\<b>");
    }
}
