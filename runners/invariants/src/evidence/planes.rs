//! Triples of columns that lie in a plane.

use killrate_watch::{Claim, Column, Kind, Role, Row, Scalar, Shape, TOLERANCE};

use super::lines::holds_at;

/// The columns that are combined at most; their triples grow with the cube.
const MOST_COLUMNS: usize = 9;

/// Triples of columns that may lie in a plane.
#[derive(Debug, Clone)]
pub(crate) struct Planes {
    alive: Vec<Plane>,
}

/// Three columns and the points that fix a plane.
#[derive(Debug, Clone)]
pub(crate) struct Plane {
    columns: [usize; 3],
    points: Vec<[f64; 3]>,
    claim: Option<Claim>,
    n_rows: u32,
}

impl Plane {
    /// What the plane claims, once three points fix it.
    pub(crate) fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// In how many rows all three were there and something had changed.
    pub(crate) fn n_rows(&self) -> u32 {
        self.n_rows
    }

    /// Whether the plane can still hold with this point.
    fn admits(&mut self, point: [f64; 3]) -> bool {
        if let Some(claim) = &self.claim {
            return holds_at(claim, &self.columns, &point);
        }
        match self.points[..] {
            [] => {
                self.points.push(point);
                true
            }
            [first] => {
                if point != first {
                    self.points.push(point);
                }
                true
            }
            [first, second, ..] => {
                let normal = cross(minus(second, first), minus(point, first));
                let size = length(minus(second, first)) * length(minus(point, first));
                if length(normal) <= TOLERANCE * size {
                    return true;
                }
                self.points.push(point);
                self.fix(normal, first)
            }
        }
    }

    /// Makes the claim; whether it is one about all three columns.
    fn fix(&mut self, normal: [f64; 3], through: [f64; 3]) -> bool {
        let largest = normal.iter().fold(0.0, |max: f64, n| max.max(n.abs()));
        let is_about_all = normal.iter().all(|n| n.abs() > 1e-6 * largest);
        let [a, b, c] = normal.map(|n| n / normal[2]);
        let terms = vec![
            (self.columns[2], c),
            (self.columns[1], b),
            (self.columns[0], a),
        ];
        let constant = -(a * through[0] + b * through[1] + c * through[2]);
        let claim = Claim::Linear(terms, constant);
        let fits = |point: &[f64; 3]| holds_at(&claim, &self.columns, point);
        let is_plane = is_about_all && constant.is_finite() && self.points.iter().all(fits);
        self.claim = Some(claim);
        is_plane
    }
}

impl Planes {
    pub(super) fn new(shape: &Shape) -> Self {
        let columns = candidates(shape, MOST_COLUMNS);
        let mut alive = Vec::new();
        for (third, &(c, kind)) in columns.iter().enumerate() {
            for (second, &(b, kind_b)) in columns[..third].iter().enumerate() {
                for &(a, kind_a) in &columns[..second] {
                    if kind == kind_b && kind == kind_a {
                        alive.push(Plane {
                            columns: [a, b, c],
                            points: Vec::new(),
                            claim: None,
                            n_rows: 0,
                        });
                    }
                }
            }
        }
        Self { alive }
    }

    pub(super) fn see(&mut self, row: &Row) {
        self.alive
            .retain_mut(|plane| match floats(row, plane.columns) {
                None => true,
                Some(None) => false,
                Some(Some(point)) => {
                    plane.n_rows = plane.n_rows.saturating_add(1);
                    plane.admits(point)
                }
            });
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.alive.retain_mut(|plane| {
            let found = other
                .alive
                .iter()
                .find(|other| other.columns == plane.columns);
            let Some(found) = found else { return false };
            let n_rows = plane.n_rows.saturating_add(found.n_rows);
            let mut others = found.points.clone();
            // Whoever knows the plane tells whether the points of the other lie in it.
            if plane.claim.is_none() {
                others = std::mem::replace(&mut plane.points, others);
                plane.claim.clone_from(&found.claim);
            }
            plane.n_rows = n_rows;
            others.into_iter().all(|point| plane.admits(point))
        });
    }

    /// The planes that still hold.
    pub(crate) fn alive(&self) -> impl Iterator<Item = &Plane> {
        self.alive.iter()
    }
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

/// The numbers of these columns: nothing when one is absent, `Some(None)` when one cannot be
/// calculated with.
pub(super) fn floats<const N: usize>(row: &Row, columns: [usize; N]) -> Option<Option<[f64; N]>> {
    let scalars = columns.map(|column| row.scalars[column]);
    if scalars.iter().any(|scalar| scalar.is_absent()) {
        return None;
    }
    let is_usable = |scalar: &Scalar| scalar.to_float().is_some_and(f64::is_finite);
    let numbers = scalars.map(|scalar| scalar.to_float().unwrap_or(f64::NAN));
    Some(scalars.iter().all(is_usable).then_some(numbers))
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn length(a: [f64; 3]) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}
