//! The two-sample test of Kolmogorov and Smirnov.

use super::{Outcome, TwoSampleTest};

/// The largest distance between the two distribution functions: any difference at all.
///
/// N. V. Smirnov, 1939. The p is exact for samples without ties and too large with them: it is the
/// share of all ways from one corner of a grid to the other that leave the band around the diagonal.
pub(crate) const KOLMOGOROV_SMIRNOV: TwoSampleTest = TwoSampleTest {
    name: "kolmogorov-smirnov",
    description: "the largest distance between the distribution functions: any difference at all",
    compare,
};

fn compare(a: &[f64], b: &[f64]) -> Outcome {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    a.sort_by(f64::total_cmp);
    b.sort_by(f64::total_cmp);
    let common = a.len() / greatest_divisor(a.len(), b.len()) * b.len();
    let steps = (common / a.len(), common / b.len());
    let (mut i, mut j, mut largest) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let value = a[i].min(b[j]);
        while i < a.len() && a[i] <= value {
            i += 1;
        }
        while j < b.len() && b[j] <= value {
            j += 1;
        }
        largest = largest.max((i * steps.0).abs_diff(j * steps.1));
    }
    Outcome {
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
    // that small shares are as precise as large ones.
    let mut column = vec![0.0; m + 1];
    for i in 0..=n {
        for j in 0..=m {
            let is_outside = (i * steps.0).abs_diff(j * steps.1) >= distance;
            column[j] = match (i, j) {
                _ if is_outside => 1.0,
                (0, 0) => 0.0,
                (0, _) => column[j - 1],
                (_, 0) => column[0],
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
        let outcome = compare(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
        assert_eq!(outcome.statistic, 1.0);
        assert!((outcome.p - 0.1).abs() < 1e-15);
    }
}
