//! Columns of text that fit a terminal.

use super::breaking::{broken, pieces};
use super::pen::Pen;

/// What fits a terminal beside another window, and a page in print.
pub(super) const WIDTH: usize = 100;
/// Between columns.
pub(super) const GAP: &str = "  ";
/// A column of text is never narrower.
const NARROWEST: usize = 8;

/// Columns of text under headings.
pub(super) struct Grid {
    pub(super) slots: Vec<Slot>,
    /// Rows that say something of the row above.
    pub(super) faint_rows: Vec<usize>,
}

/// A column of text.
pub(super) struct Slot {
    heading: String,
    cells: Vec<String>,
    align: Align,
    pub(super) is_published: bool,
    pub(super) gap: &'static str,
    /// No line of a cell may be longer.
    limit: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Align {
    Left,
    Right,
}

impl Slot {
    pub(super) fn new(heading: &str, align: Align, cells: Vec<String>) -> Self {
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

    pub(super) fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        let widest = cells.max().unwrap_or(0).min(self.limit);
        widest.max(self.heading.chars().count())
    }
}

impl Grid {
    pub(super) fn width(&self) -> usize {
        let after_first = self.slots.iter().skip(1).map(|slot| slot.gap.len());
        self.slots.iter().map(Slot::width).sum::<usize>() + after_first.sum::<usize>()
    }

    /// The same grid with its widest texts broken into lines, so that it fits: between words if that
    /// is enough, otherwise between the pieces of words, and at last anywhere.
    pub(super) fn fitted(mut self) -> Self {
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

    pub(super) fn lines(&self, pen: Pen) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
