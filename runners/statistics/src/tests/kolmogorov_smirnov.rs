//! The two-sample test of Kolmogorov and Smirnov.

use super::{TestResult, TwoSampleTest};

/// The largest distance between the two distribution functions: any difference at all.
///
/// N. V. Smirnov, 1939. The p is exact for samples without ties and too large with them: it is the
/// share of all ways from one corner of a grid to the other that leave the band around the diagonal.
pub(crate) const KOLMOGOROV_SMIRNOV: TwoSampleTest = TwoSampleTest {
    name: "kolmogorov-smirnov",
    description: "the largest distance between the distribution functions: any difference at all",
    compare,
};

fn compare(a: &[f64], b: &[f64]) -> TestResult {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    a.sort_by(f64::total_cmp);
    b.sort_by(f64::total_cmp);
    // Both functions are counted in whole steps of a common denominator, so that distances that are
    // equal compare as equal; as fractions they would be so only up to rounding.
    let common = a.len() / greatest_divisor(a.len(), b.len()) * b.len();
    let steps = (common / a.len(), common / b.len());
    let (mut i, mut j, mut largest) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let value = a[i].min(b[j]);
        // All values at a tie are passed in both samples before the functions are compared: between
        // them neither function has a value.
        while i < a.len() && a[i] <= value {
            i += 1;
        }
        while j < b.len() && b[j] <= value {
            j += 1;
        }
        largest = largest.max((i * steps.0).abs_diff(j * steps.1));
    }
    TestResult {
        statistic: largest as f64 / common as f64,
        p: share_outside(a.len(), b.len(), steps, largest),
    }
}

/// The share of the ways from (0, 0) to (n, m) that touch a point at least this far from the diagonal.
fn share_outside(n: usize, m: usize, steps: (usize, usize), distance: usize) -> f64 {
    if distance == 0 {
        return 1.0;
    }
    // The share for each point of a column, of the ways that end there. All terms are positive, so
    // that small shares are as precise as large ones. Points outside the band have the share 1, and
    // a column is worked out only where the band is.
    let mut column = vec![1.0; m + 1];
    for i in 0..=n {
        let middle = i * steps.0;
        let first = if middle < distance {
            0
        } else {
            (middle - distance) / steps.1 + 1
        };
        let last = ((middle + distance - 1) / steps.1).min(m);
        // The point below the band still has the share of the column before, where it may be inside.
        if first > 0 {
            column[first - 1] = 1.0;
        }
        for j in first..=last {
            column[j] = match (i, j) {
                (0, 0) => 0.0,
                (0, _) => column[j - 1],
                (_, 0) => column[0],
                // Of all ways to this point, i in i + j come from the column before and the others
                // from the point below.
                _ => (i as f64 * column[j] + j as f64 * column[j - 1]) / (i + j) as f64,
            };
        }
    }
    column[m]
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    match b {
        0 => a,
        _ => greatest_divisor(b, a % b),
    }
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn separated_samples_have_the_p_worked_out_by_hand() {
        // Of the twenty orders of three and three values two separate them.
        let result = compare(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
        assert_eq!(result.statistic, 1.0);
        assert!((result.p - 0.1).abs() < 1e-15);
    }

    /// The share of the ways that leave the band, by trying every way.
    fn by_trying(n: usize, m: usize, steps: (usize, usize), distance: usize) -> f64 {
        fn ways(
            at: (usize, usize),
            end: (usize, usize),
            is_in: &dyn Fn(usize, usize) -> bool,
        ) -> (u64, u64) {
            let inside = is_in(at.0, at.1);
            if at == end {
                return (1, u64::from(inside));
            }
            let mut total = (0, 0);
            for next in [(at.0 + 1, at.1), (at.0, at.1 + 1)] {
                if next.0 <= end.0 && next.1 <= end.1 {
                    let (all, within) = ways(next, end, is_in);
                    total = (total.0 + all, total.1 + if inside { within } else { 0 });
                }
            }
            total
        }
        let is_in = |i: usize, j: usize| (i * steps.0).abs_diff(j * steps.1) < distance;
        let (all, within) = ways((0, 0), (n, m), &is_in);
        (all - within) as f64 / all as f64
    }

    #[test]
    fn the_share_outside_a_band_is_that_of_all_ways_counted() {
        for (n, m, steps) in [
            (4, 4, (1, 1)),
            (6, 3, (1, 2)),
            (3, 6, (2, 1)),
            (4, 6, (3, 2)),
            (5, 2, (2, 5)),
        ] {
            for distance in 1..=n * steps.0 {
                let share = share_outside(n, m, steps, distance);
                let expected = by_trying(n, m, steps, distance);
                assert!(
                    (share - expected).abs() < 1e-12,
                    "{n} {m} {distance}: {share}, {expected}"
                );
            }
        }
    }
}
