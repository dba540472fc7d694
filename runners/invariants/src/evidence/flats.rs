//! Columns that lie on a line or in a plane: what the two have in common.

use killrate_watch::{Claim, Column, Kind, Role, Row, Shape};

/// Groups of columns that may lie on a line, in a plane: a flat of one dimension less.
#[derive(Debug, Clone)]
pub(crate) struct Flats<const N: usize> {
    alive: Vec<Flat<N>>,
    /// Whether a flat that is not fixed yet can hold with one more point; may add it and fix the flat.
    add: fn(&mut Flat<N>, [f64; N]) -> bool,
}

/// Columns and the points that fix a flat.
#[derive(Debug, Clone)]
pub(crate) struct Flat<const N: usize> {
    pub(super) columns: [usize; N],
    pub(super) points: Vec<[f64; N]>,
    /// Of the points that came after those, the one nearest to the origin, where an error weighs
    /// most, and the one farthest from the first, where another direction shows most.
    witnesses: Option<[[f64; N]; 2]>,
    claim: Option<Claim>,
    n_rows: u32,
}

impl<const N: usize> Flat<N> {
    /// What the flat claims, once enough points fix it.
    pub(crate) fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// In how many rows all columns were there and something had changed.
    pub(crate) fn n_rows(&self) -> u32 {
        self.n_rows
    }

    /// Fixes the flat by a claim; whether its own points are as claimed.
    pub(super) fn fix(&mut self, claim: Claim) -> bool {
        // Rounding may be too coarse for the very points that fix it.
        let fits = |point: &[f64; N]| holds_at(&claim, &self.columns, point);
        let is_flat = self.points.iter().all(fits);
        self.claim = Some(claim);
        is_flat
    }
}

impl<const N: usize> Flats<N> {
    /// All groups of columns.
    pub(super) fn new(
        groups: impl Iterator<Item = [usize; N]>,
        add: fn(&mut Flat<N>, [f64; N]) -> bool,
    ) -> Self {
        let flat = |columns| Flat {
            columns,
            points: Vec::new(),
            witnesses: None,
            claim: None,
            n_rows: 0,
        };
        Self {
            alive: groups.map(flat).collect(),
            add,
        }
    }

    pub(super) fn see(&mut self, row: &Row) {
        let add = self.add;
        self.alive
            .retain_mut(|flat| match point_of(row, flat.columns) {
                Point::Absent => true,
                Point::Incalculable => false,
                Point::At(point) => {
                    flat.n_rows = flat.n_rows.saturating_add(1);
                    admits(flat, point, add)
                }
            });
    }

    pub(super) fn merge(&mut self, other: Self) {
        let add = self.add;
        self.alive.retain_mut(|flat| {
            let mut others = other.alive.iter();
            let Some(found) = others.find(|other| other.columns == flat.columns) else {
                return false;
            };
            let n_rows = flat.n_rows.saturating_add(found.n_rows);
            let mut other = found.clone();
            // Whoever knows the flat tells whether the points of the other lie on it.
            if flat.claim.is_none() {
                std::mem::swap(flat, &mut other);
            }
            flat.n_rows = n_rows;
            let witnesses = other.witnesses.into_iter().flatten();
            let mut points = other.points.into_iter().chain(witnesses);
            points.all(|point| admits(flat, point, add))
        });
    }

    /// The flats that still hold.
    pub(crate) fn alive(&self) -> impl Iterator<Item = &Flat<N>> {
        self.alive.iter()
    }
}

/// Whether a flat can still hold with this point.
fn admits<const N: usize>(
    flat: &mut Flat<N>,
    point: [f64; N],
    add: fn(&mut Flat<N>, [f64; N]) -> bool,
) -> bool {
    let Some(claim) = &flat.claim else {
        return add(flat, point);
    };
    let first = flat.points[0];
    let [nearest, farthest] = flat.witnesses.get_or_insert([point; 2]);
    if distance(&point, &[0.0; N]) < distance(nearest, &[0.0; N]) {
        *nearest = point;
    }
    if distance(&point, &first) > distance(farthest, &first) {
        *farthest = point;
    }
    holds_at(claim, &flat.columns, &point)
}

/// How far two points are from each other, by the coordinate in which they differ most.
fn distance<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    let differences = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max)
}

/// The columns that are combined, with what they hold: values first, then lengths, then sums.
pub(super) fn candidates(shape: &Shape, most: usize) -> Vec<(usize, Kind)> {
    let of_role = |role: Role| {
        let columns = shape.columns.iter().enumerate();
        let is_it = move |(_, column): &(usize, &Column)| column.role == role;
        columns
            .filter(is_it)
            .map(|(index, column)| (index, column.kind))
    };
    let roles = [Role::Value, Role::Len, Role::Sum];
    let mut chosen = Vec::new();
    for kind in [Kind::Int, Kind::Float] {
        let all = roles.into_iter().flat_map(of_role);
        chosen.extend(all.filter(|(_, of)| *of == kind).take(most));
    }
    chosen.sort_unstable();
    chosen
}

/// What a row says of some columns.
enum Point<const N: usize> {
    /// Nothing, because one of them is absent.
    Absent,
    /// One of them cannot be calculated with.
    Incalculable,
    /// Their numbers.
    At([f64; N]),
}

fn point_of<const N: usize>(row: &Row, columns: [usize; N]) -> Point<N> {
    let scalars = columns.map(|column| row.scalars[column]);
    if scalars.iter().any(|scalar| scalar.is_absent()) {
        return Point::Absent;
    }
    let numbers = scalars.map(|scalar| scalar.to_float().unwrap_or(f64::NAN));
    if numbers.iter().all(|number| number.is_finite()) {
        Point::At(numbers)
    } else {
        Point::Incalculable
    }
}

/// Whether a linear claim about these columns holds at a point.
fn holds_at(claim: &Claim, columns: &[usize], point: &[f64]) -> bool {
    let Claim::Linear(terms, constant) = claim else {
        return false;
    };
    let of_column = |column: &usize| columns.iter().position(|known| known == column);
    let terms = terms.iter().map(|(column, weight)| {
        let place = of_column(column).expect("a flat claims something of its own columns");
        (point[place], *weight)
    });
    killrate_watch::is_balanced(terms, *constant)
}
