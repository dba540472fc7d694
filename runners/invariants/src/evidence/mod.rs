//! What is kept of the rows that were seen: a bounded amount, whatever their number.
//!
//! Each kind of evidence is merged exactly: what two halves of a trace show, merged, is what the
//! whole shows. Lines and planes are, as long as the points that fix them are not so near to each
//! other that rounding decides.

pub(crate) mod columns;
mod elements;
mod flats;
mod lines;
mod pairs;
mod planes;
mod ratios;
mod steps;

use killrate_watch::{Row, Shape};

pub(crate) use columns::{Columns, Extreme};
pub(crate) use elements::Elements;
pub(crate) use flats::Flats;
pub(crate) use pairs::{Pair, Pairs};
pub(crate) use ratios::{Ratio, Ratios};
pub(crate) use steps::Steps;

/// Everything that templates look at.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    pub(crate) n_rows: u64,
    pub(crate) columns: Columns,
    pub(crate) pairs: Pairs,
    pub(crate) lines: Flats<2>,
    pub(crate) planes: Flats<3>,
    pub(crate) ratios: Ratios,
    pub(crate) steps: Steps,
    pub(crate) elements: Elements,
}

impl Evidence {
    pub(crate) fn new(shape: &Shape) -> Self {
        Self {
            n_rows: 0,
            columns: Columns::new(shape),
            pairs: Pairs::new(shape),
            lines: lines::lines(shape),
            planes: planes::planes(shape),
            ratios: Ratios::new(shape),
            steps: Steps::new(shape),
            elements: Elements::new(shape),
        }
    }

    pub(crate) fn see(&mut self, row: &Row) {
        self.n_rows += 1;
        // A row like the one before can refute nothing that this one did not.
        if self.columns.see(row) {
            self.pairs.see(row);
            self.lines.see(row);
            self.planes.see(row);
            self.ratios.see(row);
            self.steps.see(row);
            self.elements.see(row);
        }
    }

    pub(crate) fn end_run(&mut self) {
        self.columns.end_run();
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.n_rows += other.n_rows;
        self.columns.merge(other.columns);
        self.pairs.merge(other.pairs);
        self.lines.merge(other.lines);
        self.planes.merge(other.planes);
        self.ratios.merge(other.ratios);
        self.steps.merge(other.steps);
        self.elements.merge(other.elements);
    }
}
