//! Reports for papers: one `table` per table, with the rules of the package `booktabs`.

use super::numbers::{show_cell, show_difference, show_interval, show_range, show_share};
use crate::{Cell, Report, Table};

/// Needs `\\usepackage{booktabs}`; nothing else, and no width is assumed.
pub(super) fn render(report: &Report) -> String {
    let about = format!(
        "% {}, policy {}: {}.\n",
        report.heading(),
        report.policy,
        report.about_policy
    );
    let sentences: String = report
        .sentences()
        .iter()
        .map(|sentence| format!("% {sentence}\n"))
        .collect();
    let tables: Vec<String> = report.tables.iter().map(render_table).collect();
    about + &sentences + &tables.concat()
}

fn render_table(table: &Table) -> String {
    let title = match &table.subject {
        Some(subject) => format!("{subject}: {}", table.title),
        None => table.title.clone(),
    };
    let is_text = |place: usize| {
        let mut cells = table.rows.iter().map(|row| &row[place]);
        cells.all(|cell| matches!(cell, Cell::Text(_)))
    };
    let columns: String = (0..table.columns.len())
        .map(|place| if is_text(place) { 'l' } else { 'r' })
        .collect();
    let headings: Vec<String> = table
        .columns
        .iter()
        .map(|column| escaped(&column.title))
        .collect();
    let mut lines = vec![
        String::new(),
        "\\begin{table}".to_owned(),
        format!(
            "\\caption{{{}. {}}}",
            escaped(&title),
            escaped(table.question)
        ),
        format!("\\begin{{tabular}}{{{columns}}}"),
        "\\toprule".to_owned(),
        line(&headings),
        "\\midrule".to_owned(),
    ];
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(|value| escaped(&cell(value))).collect();
        lines.push(line(&cells));
    }
    lines.extend(["\\bottomrule".to_owned(), "\\end{tabular}".to_owned()]);
    let is_published = |cell: &Cell| {
        matches!(
            cell,
            Cell::Rate {
                published: Some(_),
                ..
            }
        )
    };
    let brackets = "In brackets: what the paper prints, and how many points ours lies above it.";
    let has_published = table.rows.iter().flatten().any(is_published);
    let notes = table
        .notes
        .iter()
        .map(String::as_str)
        .chain(has_published.then_some(brackets));
    lines.extend(notes.map(|note| format!("\\par\\footnotesize {}", escaped(note))));
    lines.push("\\end{table}\n".to_owned());
    lines.join("\n")
}

fn line(cells: &[String]) -> String {
    format!("{} \\\\", cells.join(" & "))
}

/// A cell in one piece; a rate with its interval, and the published one with the difference.
fn cell(cell: &Cell) -> String {
    if let Cell::Estimate(estimate) = cell {
        return format!("{} ({})", show_cell(cell), show_range(*estimate));
    }
    let Cell::Rate {
        measured: Some(rate),
        published,
    } = cell
    else {
        return show_cell(cell);
    };
    let beside = published.map_or(String::new(), |published| {
        format!(
            " [{}, {}]",
            show_share(published),
            show_difference(*rate, published)
        )
    });
    format!("{} ({}){beside}", show_cell(cell), show_interval(*rate))
}

/// What LaTeX would take for a command, spelled so that it prints.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '–' => escaped.push_str("--"),
            '−' => escaped.push_str("$-$"),
            '●' => escaped.push_str("$\\bullet$"),
            '·' => escaped.push_str("$\\cdot$"),
            '…' => escaped.push_str("\\dots{}"),
            '≥' => escaped.push_str("$\\geq$"),
            '≤' => escaped.push_str("$\\leq$"),
            '`' => escaped.push('\''),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_latex_would_take_for_a_command_is_spelled_out() {
        assert_eq!(escaped("a_b & 5 % of $x"), "a\\_b \\& 5 \\% of \\$x");
        assert_eq!(
            escaped("\\ {<~^|>} – −"),
            "\\textbackslash{} \\{\\textless{}\\textasciitilde{}\\textasciicircum{}\\textbar{}\\textgreater{}\\} -- $-$"
        );
        assert_eq!(escaped("plain"), "plain");
    }
}
