//! A value follows from one or two others by a linear equation.

use killrate_watch::{Claim, Shape};

use super::{ENOUGH, Template};
use crate::evidence::Evidence;

/// A value follows from one or two others by a linear equation.
pub(super) const TEMPLATE: Template = Template {
    name: "linear",
    rule: "at least eight rows on the line or plane, over values that all vary",
    claims,
};

fn claims(evidence: &Evidence, shape: &Shape) -> Vec<Claim> {
    let lines = evidence
        .lines
        .alive()
        .map(|line| (line.claim(), line.n_rows()));
    let planes = evidence
        .planes
        .alive()
        .map(|plane| (plane.claim(), plane.n_rows()));
    let all = lines
        .chain(planes)
        .filter(|(_, n_rows)| u64::from(*n_rows) >= ENOUGH);
    all.filter_map(|(claim, _)| claim.cloned())
        .filter(|claim| evidence.columns.vary(&claim.columns()))
        // Equal columns are said to be equal.
        .filter(|claim| !is_equality(claim) && shape.columns.len() > 1)
        .collect()
}

/// Whether a claim says that two columns are equal.
fn is_equality(claim: &Claim) -> bool {
    match claim {
        Claim::Linear(terms, constant) => match terms[..] {
            [(_, one), (_, minus)] => one == 1.0 && minus == -1.0 && *constant == 0.0,
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::templates::testing::check;

    fn run(rows: &[[f64; 3]]) -> Vec<&[f64]> {
        rows.iter().map(|row| &row[..]).collect()
    }

    fn plane() -> Vec<[f64; 3]> {
        let points = [
            (1, 2),
            (2, 5),
            (3, 1),
            (5, 4),
            (7, 7),
            (9, 2),
            (4, 6),
            (8, 8),
        ];
        let row = |(x, y)| [f64::from(x), f64::from(y), f64::from(2 * x - 3 * y + 1)];
        points.into_iter().map(row).collect()
    }

    #[test]
    fn a_plane_through_eight_points() {
        let rows = plane();
        check(
            &super::TEMPLATE,
            &["x", "y", "z"],
            &[&run(&rows)],
            &["z == 2.0 * x - 3.0 * y + 1.0"],
        );
        check(&super::TEMPLATE, &["x", "y", "z"], &[&run(&rows[..7])], &[]);
        let mut bent = rows;
        bent.push([1.0, 1.0, 1.0]);
        check(&super::TEMPLATE, &["x", "y", "z"], &[&run(&bent)], &[]);
    }

    #[test]
    fn a_line_through_eight_points() {
        let rows: Vec<[f64; 2]> = (0..8)
            .map(|n| [f64::from(n), f64::from(4 - 2 * n)])
            .collect();
        let run: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        check(
            &super::TEMPLATE,
            &["x", "y"],
            &[&run],
            &["y == -2.0 * x + 4.0"],
        );
        let hostile: &[&[f64]] = &[&[f64::INFINITY, f64::NEG_INFINITY]];
        check(&super::TEMPLATE, &["x", "y"], &[&run, hostile], &[]);
    }

    #[test]
    fn a_line_of_one_run_that_misses_a_point_of_another_is_none() {
        // Rounding puts the line of the first run 2.8e-14 beside the origin of the second.
        let first: &[&[f64]] = &[
            &[237.179_349_140_051_93, 237.179_349_140_051_95],
            &[-1.0, -1.0],
            &[1.0, 1.0],
            &[2.0, 2.0],
        ];
        let second: &[&[f64]] = &[&[1.0, 1.0], &[-1.0, -1.0], &[0.0, 0.0], &[2.0, 2.0]];
        check(&super::TEMPLATE, &["x", "y"], &[first, second], &[]);
        // The points that fix the line of the second run lie on that of the first, but for rounding.
        let steep: Vec<[f64; 2]> = (1..8)
            .map(|n| [f64::from(n), f64::from(2 * n - 1)])
            .collect();
        let steep_rows: Vec<&[f64]> = steep.iter().map(|row| &row[..]).collect();
        let near = 1.0 + f64::EPSILON;
        let level: &[&[f64]] = &[&[1.0, 1.0], &[near, near], &[1.0, 1.0], &[100.0, 100.0]];
        check(&super::TEMPLATE, &["x", "y"], &[&steep_rows, level], &[]);
        check(
            &super::TEMPLATE,
            &["x", "y"],
            &[first, &second[..2], first],
            &["y == 1.0000000000000002 * x - 2.842170943040401e-14"],
        );
    }
}
