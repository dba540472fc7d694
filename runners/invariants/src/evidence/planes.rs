//! Triples of columns that lie in a plane.

use killrate_watch::{Claim, Shape, TOLERANCE};

use super::flats::{Flat, Flats, candidates};

/// The columns that are combined at most; their triples grow with the cube.
const MOST_COLUMNS: usize = 9;

/// Triples of columns of one kind that may lie in a plane.
pub(super) fn planes(shape: &Shape) -> Flats<3> {
    let columns = candidates(shape, MOST_COLUMNS);
    let mut triples = Vec::new();
    for (third, &(c, kind)) in columns.iter().enumerate() {
        for (second, &(b, kind_b)) in columns[..third].iter().enumerate() {
            for &(a, kind_a) in &columns[..second] {
                if kind == kind_b && kind == kind_a {
                    triples.push([a, b, c]);
                }
            }
        }
    }
    Flats::new(triples.into_iter(), add)
}

fn add(plane: &mut Flat<3>, point: [f64; 3]) -> bool {
    match plane.points[..] {
        [] => {
            plane.points.push(point);
            true
        }
        [first] => {
            if point != first {
                plane.points.push(point);
            }
            true
        }
        [first, second, ..] => {
            let normal = cross(minus(second, first), minus(point, first));
            let size = length(minus(second, first)) * length(minus(point, first));
            // Three points on one line lie in many planes, so a point beside it is waited for. The
            // normal is compared with the product of the sides, which makes the test one of angles,
            // whatever the units are.
            if length(normal) <= TOLERANCE * size {
                return true;
            }
            plane.points.push(point);
            fix(plane, normal, first)
        }
    }
}

/// Makes the claim; whether it is one about all three columns.
fn fix(plane: &mut Flat<3>, normal: [f64; 3], through: [f64; 3]) -> bool {
    let largest = normal.iter().fold(0.0, |max: f64, n| max.max(n.abs()));
    // Where a column has next to no weight, the plane is a line of the other two, which has evidence
    // of its own.
    let is_about_all = normal.iter().all(|n| n.abs() > 1e-6 * largest);
    let [a, b, c] = normal.map(|n| n / normal[2]);
    let [x, y, z] = plane.columns;
    let constant = -(a * through[0] + b * through[1] + c * through[2]);
    let claim = Claim::Linear(vec![(z, c), (y, b), (x, a)], constant);
    plane.fix(claim) && is_about_all && constant.is_finite()
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
