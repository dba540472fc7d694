//! Reports at a terminal: aligned, at most [`WIDTH`] columns, no frames.

use super::bars::{bars, legend, numbers};
use super::breaking::wrapped;
use super::grid::{Align, GAP, Grid, Slot, WIDTH};
use super::numbers::{
    MISSING, show_cell, show_difference, show_interval, show_percent, show_range, show_share,
};
use super::pen::Pen;
use crate::{Cell, Layout, Paragraph, Report, Table};

/// Before a paper's numbers, to set them apart.
const WIDE_GAP: &str = "    ";

pub(super) fn render(report: &Report, is_coloured: bool) -> String {
    let pen = Pen { is_coloured };
    let policy = format!("Policy `{}`: {}.", report.policy, report.about_policy);
    let policy: Vec<String> = wrapped(&policy, WIDTH)
        .into_iter()
        .map(|line| pen.dim(&line))
        .collect();
    // What counts is said before any table; where there is the answer alone, after it.
    let is_answer = report.tables.is_empty() && !report.headline.is_empty();
    let mut lines = vec![pen.bold(&report.heading())];
    if !is_answer {
        lines.extend(policy.clone());
    }
    lines.push(String::new());
    if report.tables.is_empty() && report.headline.is_empty() {
        lines.push("There is nothing of this kind in the record.".to_owned());
        lines.push(String::new());
    }
    for table in &report.tables {
        lines.extend(table_lines(table, pen));
        lines.push(String::new());
    }
    if !report.headline.is_empty() {
        lines.push(pen.bold(report.question));
        let pictures: Vec<_> = report
            .headline
            .iter()
            .filter_map(|paragraph| paragraph.standings.as_ref())
            .collect();
        let numbers = numbers(&pictures);
        let mut legend = Some(legend(&pictures)).filter(|_| !pictures.is_empty());
        for (place, paragraph) in report.headline.iter().enumerate() {
            // What stands beside a picture stands apart from the next.
            if place > 0 {
                lines.push(String::new());
            }
            // Techniques are explained before the first picture of them, numbers after it.
            let legend = legend.take_if(|_| paragraph.standings.is_some());
            if let Some(legend) = legend.as_ref().filter(|legend| !legend.is_empty()) {
                lines.extend(sentence_lines(legend).iter().map(|line| pen.dim(line)));
                lines.push(String::new());
            }
            lines.extend(paragraph_lines(paragraph, pen));
            if legend.is_some() {
                let numbers = sentence_lines(std::slice::from_ref(&numbers));
                lines.extend(numbers.iter().map(|line| pen.dim(line)));
            }
        }
        if is_answer {
            lines.extend(policy.iter().map(indented));
        }
        if !report.left_out.is_empty() {
            let names = report.left_out.join(", ");
            let more = [format!("More tables, by adding `--table NAME`: {names}.")];
            lines.extend(sentence_lines(&more).iter().map(|line| pen.dim(line)));
        }
        lines.push(String::new());
    }
    lines.pop();
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n") + "\n"
}

/// The standings as bars, and below them the sentences.
fn paragraph_lines(paragraph: &Paragraph, pen: Pen) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(standings) = &paragraph.standings {
        lines.extend(bars(standings, pen).into_iter().map(indented));
    }
    lines.extend(sentence_lines(&paragraph.sentences));
    lines
}

/// Every sentence starts a line, and goes on further in.
fn sentence_lines(sentences: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    for sentence in sentences {
        let mut wrapped = wrapped(sentence, WIDTH - 2 * GAP.len())
            .into_iter()
            .map(indented);
        lines.extend(wrapped.next());
        lines.extend(wrapped.map(indented));
    }
    lines
}

fn table_lines(table: &Table, pen: Pen) -> Vec<String> {
    let about = table.subject.as_ref().map(|subject| format!("{subject}: "));
    let title = format!("{}{}", about.unwrap_or_default(), table.title);
    let mut lines = vec![pen.bold(&title)];
    let question = wrapped(table.question, WIDTH - GAP.len());
    lines.extend(question.iter().map(|line| indented(pen.dim(line))));
    let grids = match table.layout {
        Layout::Lines => vec![lines_grid(table)],
        Layout::Blocks => block_grids(table),
    };
    for (place, grid) in grids.into_iter().enumerate() {
        if place > 0 {
            lines.push(String::new());
        }
        lines.extend(grid.fitted().lines(pen).into_iter().map(indented));
    }
    for note in &table.notes {
        let wrapped = wrapped(note, WIDTH - GAP.len());
        lines.extend(wrapped.iter().map(|line| indented(pen.dim(line))));
    }
    lines
}

/// A row of the table is a line; a rate takes several columns of text.
fn lines_grid(table: &Table) -> Grid {
    let mut slots = Vec::new();
    for (place, column) in table.columns.iter().enumerate() {
        let cells: Vec<&Cell> = table.rows.iter().map(|row| &row[place]).collect();
        if cells.iter().any(|cell| matches!(cell, Cell::Rate { .. })) {
            slots.extend(rate_slots(&column.title, &cells));
            continue;
        }
        let has = |is: fn(&Cell) -> bool| cells.iter().any(|cell| is(cell));
        if has(|cell| matches!(cell, Cell::Estimate(_))) {
            slots.extend(estimate_slots(&column.title, &cells));
            continue;
        }
        let is_number = |cell: &Cell| !matches!(cell, Cell::Text(_) | Cell::Missing);
        // A column without any evidence would have been one of numbers.
        let align = if has(is_number) || !has(|cell| matches!(cell, Cell::Text(_))) {
            Align::Right
        } else {
            Align::Left
        };
        let mut slot = Slot::new(
            &column.title,
            align,
            cells.into_iter().map(show_cell).collect(),
        );
        slot.is_published = column.is_published;
        slot.gap = if column.is_published { WIDE_GAP } else { GAP };
        slots.push(slot);
    }
    // A column without a heading and a word in it would only be a gap.
    slots.retain(|slot| slot.width() > 0);
    // A paper's numbers stand last, apart from ours.
    slots.sort_by_key(|slot| slot.is_published);
    Grid {
        slots,
        faint_rows: Vec::new(),
    }
}

fn estimate_slots(title: &str, cells: &[&Cell]) -> [Slot; 2] {
    let shown = cells.iter().map(|cell| show_cell(cell)).collect();
    let intervals = cells.iter().map(|cell| match cell {
        Cell::Estimate(estimate) => show_range(*estimate),
        _ => String::new(),
    });
    [
        Slot::new(title, Align::Right, shown),
        Slot::new("95 % interval", Align::Right, intervals.collect()),
    ]
}

fn rate_slots(title: &str, cells: &[&Cell]) -> Vec<Slot> {
    let rates: Vec<_> = cells
        .iter()
        .map(|cell| match cell {
            Cell::Rate {
                measured,
                published,
            } => (*measured, *published),
            _ => (None, None),
        })
        .collect();
    let measured = |show: fn(crate::Rate) -> String, missing: &str| {
        let shown = rates
            .iter()
            .map(|(rate, _)| rate.map_or(missing.to_owned(), show));
        shown.collect::<Vec<String>>()
    };
    let published = |show: fn(crate::Rate) -> String| {
        let shown = rates
            .iter()
            .map(|(_, rate)| rate.map_or(String::new(), show));
        shown.collect::<Vec<String>>()
    };
    let mut slots = vec![
        Slot::new(title, Align::Right, measured(show_share, MISSING)),
        Slot::new("", Align::Right, measured(show_percent, "")),
        Slot::new("95 % interval", Align::Right, measured(show_interval, "")),
    ];
    if rates.iter().any(|(_, published)| published.is_some()) {
        let differences = rates.iter().map(|rates| match rates {
            (Some(measured), Some(published)) => show_difference(*measured, *published),
            _ => String::new(),
        });
        slots.extend([
            Slot::new("published", Align::Right, published(show_share)),
            Slot::new("", Align::Right, published(show_percent)),
            Slot::new("points", Align::Right, differences.collect()),
        ]);
        slots[3].gap = WIDE_GAP;
        slots[3..]
            .iter_mut()
            .for_each(|slot| slot.is_published = true);
    }
    slots
}

/// A row of the table is a block of lines; as many columns beside each other as fit.
fn block_grids(table: &Table) -> Vec<Grid> {
    let (first, others) = table.columns.split_first().expect("a table names its rows");
    let mut labels = Vec::new();
    let mut faint_rows = Vec::new();
    let mut columns: Vec<Vec<String>> = vec![Vec::new(); others.len()];
    for row in &table.rows {
        let blocks: Vec<[String; 4]> = row[1..].iter().map(block).collect();
        let sublabels = [
            "".to_owned(),
            "  95 % interval".to_owned(),
            "  published".to_owned(),
            "  points".to_owned(),
        ];
        for (line, sublabel) in sublabels.into_iter().enumerate() {
            // The rate itself is always shown; the rest only where it says something.
            if line > 0 && blocks.iter().all(|block| block[line].is_empty()) {
                continue;
            }
            if line > 0 {
                faint_rows.push(labels.len());
            }
            labels.push(if line == 0 {
                show_cell(&row[0])
            } else {
                sublabel
            });
            for (column, block) in columns.iter_mut().zip(&blocks) {
                column.push(block[line].clone());
            }
        }
    }
    let slots: Vec<Slot> = others
        .iter()
        .zip(columns)
        .map(|(column, cells)| Slot::new(&column.title, Align::Right, cells))
        .collect();
    let mut grids: Vec<Grid> = Vec::new();
    for slot in slots {
        let fits = |grid: &Grid| grid.width() + slot.gap.len() + slot.width() <= WIDTH - GAP.len();
        match grids.last_mut().filter(|grid| fits(grid)) {
            Some(grid) => grid.slots.push(slot),
            None => grids.push(Grid {
                slots: vec![Slot::new(&first.title, Align::Left, labels.clone()), slot],
                faint_rows: faint_rows.clone(),
            }),
        }
    }
    grids
}

/// A rate, its interval, the published rate, and how many points ours lies above it.
fn block(cell: &Cell) -> [String; 4] {
    match cell {
        Cell::Rate {
            measured,
            published,
        } => [
            show_cell(cell),
            measured.map_or(String::new(), show_interval),
            published.map_or(String::new(), |rate| {
                format!("{} {}", show_share(rate), show_percent(rate))
            }),
            match (measured, published) {
                (Some(measured), Some(published)) => show_difference(*measured, *published),
                _ => String::new(),
            },
        ],
        Cell::Estimate(estimate) => [
            show_cell(cell),
            show_range(*estimate),
            String::new(),
            String::new(),
        ],
        other => [
            show_cell(other),
            String::new(),
            String::new(),
            String::new(),
        ],
    }
}

fn indented(line: impl AsRef<str>) -> String {
    format!("{GAP}{}", line.as_ref())
}
