//! Pairs of columns that lie on a line.

use killrate_watch::{Claim, Shape};

use super::flats::{Flat, Flats, candidates};

/// The columns that are paired at most.
const MOST_COLUMNS: usize = 14;

/// Pairs of columns of one kind that may lie on a line.
pub(super) fn lines(shape: &Shape) -> Flats<2> {
    let columns = candidates(shape, MOST_COLUMNS);
    let pairs = columns.iter().enumerate().flat_map(|(place, &right)| {
        let of_kind = columns[..place]
            .iter()
            .filter(move |left| left.1 == right.1);
        of_kind.map(move |left| [left.0, right.0])
    });
    Flats::new(pairs, add)
}

fn add(line: &mut Flat<2>, point: [f64; 2]) -> bool {
    let Some(&[x0, y0]) = line.points.first() else {
        line.points.push(point);
        return true;
    };
    if point == [x0, y0] {
        return true;
    }
    let [x, y] = point;
    // A line along an axis says that a column is constant, which others say better.
    if x == x0 || y == y0 {
        return false;
    }
    line.points.push(point);
    let slope = (y - y0) / (x - x0);
    let terms = vec![(line.columns[1], 1.0), (line.columns[0], -slope)];
    // The difference of two finite numbers may be infinite, and so may the slope.
    line.fix(Claim::Linear(terms, slope * x0 - y0)) && slope.is_finite()
}
