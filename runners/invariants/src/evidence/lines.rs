//! Pairs of columns that lie on a line.

use killrate_watch::{Claim, Row, Shape};

use super::planes::{candidates, floats};

/// The columns that are paired at most.
const MOST_COLUMNS: usize = 14;

/// Pairs of columns that may lie on a line.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    alive: Vec<Line>,
}

/// Two columns and the points that fix a line.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    columns: [usize; 2],
    points: Vec<[f64; 2]>,
    claim: Option<Claim>,
    n_rows: u32,
}

impl Line {
    /// What the line claims, once two points fix it.
    pub(crate) fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// In how many rows both were there and something had changed.
    pub(crate) fn n_rows(&self) -> u32 {
        self.n_rows
    }

    /// Whether the line can still hold with this point.
    fn admits(&mut self, point: [f64; 2]) -> bool {
        let [x, y] = point;
        if let Some(claim) = &self.claim {
            return holds_at(claim, &self.columns, &point);
        }
        let Some(&[x0, y0]) = self.points.first() else {
            self.points.push(point);
            return true;
        };
        if point == [x0, y0] {
            return true;
        }
        // A line along an axis says that a column is constant, which others say better.
        if x == x0 || y == y0 {
            return false;
        }
        self.points.push(point);
        let slope = (y - y0) / (x - x0);
        let claim = Claim::Linear(
            vec![(self.columns[1], 1.0), (self.columns[0], -slope)],
            slope * x0 - y0,
        );
        // Rounding may be too coarse for the very points that fix the line.
        let fits = |point: &[f64; 2]| holds_at(&claim, &self.columns, point);
        let is_line = slope.is_finite() && self.points.iter().all(fits);
        self.claim = Some(claim);
        is_line
    }
}

impl Lines {
    pub(super) fn new(shape: &Shape) -> Self {
        let columns = candidates(shape, MOST_COLUMNS);
        let mut alive = Vec::new();
        for (place, &(right, kind)) in columns.iter().enumerate() {
            for &(left, other) in &columns[..place] {
                if kind == other {
                    alive.push(Line {
                        columns: [left, right],
                        points: Vec::new(),
                        claim: None,
                        n_rows: 0,
                    });
                }
            }
        }
        Self { alive }
    }

    pub(super) fn see(&mut self, row: &Row) {
        self.alive
            .retain_mut(|line| match floats(row, line.columns) {
                None => true,
                Some(None) => false,
                Some(Some(point)) => {
                    line.n_rows = line.n_rows.saturating_add(1);
                    line.admits(point)
                }
            });
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.alive.retain_mut(|line| {
            let found = other
                .alive
                .iter()
                .find(|other| other.columns == line.columns);
            let Some(found) = found else { return false };
            let n_rows = line.n_rows.saturating_add(found.n_rows);
            let mut others = found.points.clone();
            // Whoever knows the line tells whether the points of the other lie on it.
            if line.claim.is_none() {
                others = std::mem::replace(&mut line.points, others);
                line.claim.clone_from(&found.claim);
            }
            line.n_rows = n_rows;
            others.into_iter().all(|point| line.admits(point))
        });
    }

    /// The lines that still hold.
    pub(crate) fn alive(&self) -> impl Iterator<Item = &Line> {
        self.alive.iter()
    }
}

/// Whether a claim holds of these columns at a point.
pub(super) fn holds_at(claim: &Claim, columns: &[usize], point: &[f64]) -> bool {
    use killrate_watch::Scalar;
    let n_columns = columns.iter().max().map_or(0, |&last| last + 1);
    let mut row = Row {
        scalars: vec![Scalar::Absent; n_columns],
        ..Row::default()
    };
    for (&column, &number) in columns.iter().zip(point) {
        row.scalars[column] = Scalar::Float(number);
    }
    claim.holds(&row)
}
