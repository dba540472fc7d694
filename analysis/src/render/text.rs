//! Reports at a terminal: aligned, at most [`WIDTH`] columns, no frames.

use super::bars::{bars, legend, numbers};
use super::numbers::{
    MISSING, show_cell, show_difference, show_interval, show_percent, show_share,
};
use super::pen::Pen;
use crate::{Cell, Layout, Paragraph, Report, Table};

/// What fits a terminal beside another window, and a page in print.
const WIDTH: usize = 100;
/// Between columns.
const GAP: &str = "  ";
/// A column of text is never narrower.
const NARROWEST: usize = 8;
/// Before a paper's numbers, to set them apart.
const WIDE_GAP: &str = "    ";

pub(super) fn render(report: &Report, is_coloured: bool) -> String {
    let pen = Pen { is_coloured };
    let policy = format!("Policy `{}`: {}.", report.policy, report.about_policy);
    let policy = wrapped(&policy, WIDTH).into_iter();
    let policy: Vec<String> = policy.map(|line| pen.dim(&line)).collect();
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
        let pictures = report.headline.iter();
        let pictures: Vec<_> = { pictures }
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
        let wrapped = wrapped(sentence, WIDTH - 2 * GAP.len());
        let mut wrapped = wrapped.into_iter().map(indented);
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

/// Columns of text under headings.
struct Grid {
    slots: Vec<Slot>,
    /// Rows that say something of the row above.
    faint_rows: Vec<usize>,
}

/// A column of text.
struct Slot {
    heading: String,
    cells: Vec<String>,
    align: Align,
    is_published: bool,
    gap: &'static str,
    /// No line of a cell may be longer.
    limit: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Align {
    Left,
    Right,
}

impl Slot {
    fn new(heading: &str, align: Align, cells: Vec<String>) -> Self {
        Self {
            heading: heading.to_owned(),
            cells,
            align,
            is_published: false,
            gap: GAP,
            limit: usize::MAX,
        }
    }

    fn longest_word(&self) -> usize {
        let words = self.cells.iter().flat_map(|cell| cell.split(' '));
        words.map(|word| word.chars().count()).max().unwrap_or(0)
    }

    fn longest_piece(&self) -> usize {
        let words = self.cells.iter().flat_map(|cell| cell.split(' '));
        let pieces = words.flat_map(pieces).map(|piece| piece.chars().count());
        pieces.max().unwrap_or(0).max(NARROWEST)
    }

    /// How wide it is when its cells are broken into lines.
    fn broken_width(&self) -> usize {
        let lines = self.cells.iter().flat_map(|cell| broken(cell, self.limit));
        let widest = lines.map(|line| line.chars().count()).max().unwrap_or(0);
        widest.max(self.heading.chars().count())
    }

    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        let widest = cells.max().unwrap_or(0).min(self.limit);
        widest.max(self.heading.chars().count())
    }
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
        other => [
            show_cell(other),
            String::new(),
            String::new(),
            String::new(),
        ],
    }
}

impl Grid {
    fn width(&self) -> usize {
        let after_first = self.slots.iter().skip(1).map(|slot| slot.gap.len());
        self.slots.iter().map(Slot::width).sum::<usize>() + after_first.sum::<usize>()
    }

    /// The same grid with its widest texts broken into lines, so that it fits: between words if that
    /// is enough, otherwise between the pieces of words, and at last anywhere.
    fn fitted(mut self) -> Self {
        self.narrow(Slot::longest_word);
        self.narrow(Slot::longest_piece);
        self.narrow(|_| NARROWEST);
        self.widen();
        self.with_broken_cells()
    }

    /// Gives the room that broken lines do not fill to texts whose words it makes whole again, those
    /// that need the least first.
    fn widen(&mut self) {
        let gaps: usize = self.slots.iter().skip(1).map(|slot| slot.gap.len()).sum();
        loop {
            let used: usize = self.slots.iter().map(Slot::broken_width).sum();
            let room = (WIDTH - GAP.len()).saturating_sub(used + gaps);
            let need = |slot: &Slot| slot.longest_word().saturating_sub(slot.broken_width());
            let is_helped =
                |slot: &&mut Slot| slot.limit < slot.longest_word() && need(slot) <= room;
            let helped = self.slots.iter_mut().filter(is_helped);
            let Some(slot) = helped.min_by_key(|slot| need(slot)) else {
                return;
            };
            slot.limit = slot.longest_word();
        }
    }

    /// Takes from the widest text until the grid fits, but none below its `least` width.
    fn narrow(&mut self, least: fn(&Slot) -> usize) {
        while self.width() > WIDTH - GAP.len() {
            let texts = self.slots.iter_mut().filter(|slot| {
                let heading = slot.heading.chars().count();
                slot.align == Align::Left && slot.width() > least(slot).max(heading)
            });
            let Some(widest) = texts.max_by_key(|slot| slot.width()) else {
                return;
            };
            widest.limit = widest.width() - 1;
        }
    }

    /// A row with a cell that is wider than its slot becomes as many rows as the cell has lines.
    fn with_broken_cells(mut self) -> Self {
        let n_rows = self.slots.first().map_or(0, |slot| slot.cells.len());
        let broken: Vec<Vec<Vec<String>>> = self
            .slots
            .iter()
            .map(|slot| {
                slot.cells
                    .iter()
                    .map(|cell| broken(cell, slot.limit))
                    .collect()
            })
            .collect();
        let mut faint_rows = Vec::new();
        for slot in &mut self.slots {
            slot.cells.clear();
        }
        for row in 0..n_rows {
            let n_lines = broken.iter().map(|cells| cells[row].len()).max();
            for line in 0..n_lines.unwrap_or(1) {
                if self.faint_rows.contains(&row) {
                    faint_rows.push(self.slots[0].cells.len());
                }
                for (slot, cells) in self.slots.iter_mut().zip(&broken) {
                    slot.cells
                        .push(cells[row].get(line).cloned().unwrap_or_default());
                }
            }
        }
        self.faint_rows = faint_rows;
        self
    }

    fn lines(&self, pen: Pen) -> Vec<String> {
        let n_rows = self.slots.first().map_or(0, |slot| slot.cells.len());
        let headings = self.line(|slot| &slot.heading, |text, _| pen.dim(text));
        let rows = (0..n_rows).map(|row| {
            let is_faint = self.faint_rows.contains(&row);
            self.line(
                |slot| &slot.cells[row],
                |text, slot| {
                    if is_faint || slot.is_published {
                        pen.dim(text)
                    } else {
                        text.to_owned()
                    }
                },
            )
        });
        [headings].into_iter().chain(rows).collect()
    }

    fn line<'a>(
        &'a self,
        text: impl Fn(&'a Slot) -> &'a str,
        paint: impl Fn(&str, &Slot) -> String,
    ) -> String {
        let mut line = String::new();
        for (place, slot) in self.slots.iter().enumerate() {
            let width = slot.width();
            let padded = match slot.align {
                Align::Left => format!("{:<width$}", text(slot)),
                Align::Right => format!("{:>width$}", text(slot)),
            };
            if place > 0 {
                line.push_str(slot.gap);
            }
            line.push_str(&paint(&padded, slot));
        }
        line
    }
}

fn indented(line: impl AsRef<str>) -> String {
    format!("{GAP}{}", line.as_ref())
}

/// The lines of a cell: broken between words, in a word that is too long for a line between its
/// pieces, and in a piece that is too long anywhere.
fn broken(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let lines = wrapped(text, width).into_iter();
    lines
        .flat_map(|line| match line.chars().count() <= width {
            true => vec![line],
            false => broken_word(&line, width),
        })
        .collect()
}

fn broken_word(word: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(word) {
        let characters: Vec<char> = piece.chars().collect();
        // A piece that is no longer than a line is a single part.
        for part in characters.chunks(width) {
            let line = lines.last_mut().expect("there is always a line");
            if line.is_empty() || line.chars().count() + part.len() <= width {
                line.extend(part);
            } else {
                lines.push(part.iter().collect());
            }
        }
    }
    lines
}

/// The pieces of a word that may stand in lines of their own, each with the mark it ends in.
fn pieces(word: &str) -> Vec<&str> {
    const MARKS: [&str; 3] = ["::", "-", "/"];
    let mut pieces = Vec::new();
    let mut rest = word;
    loop {
        let ends = MARKS
            .iter()
            .filter_map(|mark| Some(rest.find(mark)? + mark.len()));
        match ends.min() {
            Some(end) if end < rest.len() => {
                let (piece, after) = rest.split_at(end);
                pieces.push(piece);
                rest = after;
            }
            _ => {
                pieces.push(rest);
                return pieces;
            }
        }
    }
}

/// Breaks a sentence between words, but not before a percent sign and not within a p-value.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    const NO_BREAK: &str = "\u{a0}";
    const KEPT: [&str; 3] = [" %", "p < ", "p = "];
    let kept = KEPT.iter().fold(text.to_owned(), |text, piece| {
        text.replace(piece, &piece.replace(' ', NO_BREAK))
    });
    let mut lines = vec![String::new()];
    for word in kept.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
        .iter()
        .map(|line| line.replace(NO_BREAK, " "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(broken(text, width), expected);
    }

    #[test]
    fn words_are_broken_after_marks_and_only_long_pieces_anywhere() {
        check("partial-oracle", 12, &["partial-", "oracle"]);
        check(
            "src/tree.rs::split/lt-to-ge/1",
            12,
            &["src/", "tree.rs::", "split/lt-to-", "ge/1"],
        );
        check("a word-by-word tale", 7, &["a", "word-", "by-word", "tale"]);
        check("unbreakable", 4, &["unbr", "eaka", "ble"]);
        check("a-", 1, &["a", "-"]);
    }

    #[test]
    fn room_that_broken_lines_leave_makes_words_whole() {
        let slot =
            |heading: &str, cell: &str| Slot::new(heading, Align::Left, vec![cell.to_owned()]);
        let grid = Grid {
            slots: vec![
                slot("long", &format!("{}-{}", "a".repeat(70), "b".repeat(20))),
                slot("technique", "partial-oracle"),
            ],
            faint_rows: Vec::new(),
        };
        let lines = grid.fitted().lines(Pen { is_coloured: false });
        assert!(lines[1].ends_with("-  partial-oracle"), "{lines:#?}");
        assert!(lines[2].starts_with("bbbb"), "{lines:#?}");
    }
}
