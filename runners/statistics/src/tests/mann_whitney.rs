//! The test of Mann and Whitney.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{TestResult, TwoSampleTest, without_scale};

/// Up to this many values in the smaller sample, p is exact, unless values repeat.
const EXACT_UP_TO: usize = 8;

/// Which sample tends to have the larger values.
///
/// H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically
/// larger than the other", Annals of Mathematical Statistics 18 (1947), 50–60. Exact for small samples
/// without ties; else by the normal distribution with corrections for ties and continuity.
pub(crate) const MANN_WHITNEY: TwoSampleTest = TwoSampleTest {
    name: "mann-whitney",
    description: "which sample tends to have the larger values",
    compare,
};

fn compare(a: &[f64], b: &[f64]) -> TestResult {
    let mut all: Vec<(f64, bool)> = a.iter().map(|&value| (value, true)).collect();
    all.extend(b.iter().map(|&value| (value, false)));
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut ranks_of_a, mut ties) = (0.0, 0.0);
    let mut start = 0;
    for tied in all.chunk_by(|x, y| x.0 == y.0) {
        let length = tied.len() as f64;
        let rank = start as f64 + (length + 1.0) / 2.0;
        ranks_of_a += rank * tied.iter().filter(|(_, is_a)| *is_a).count() as f64;
        ties += length.powi(3) - length;
        start += tied.len();
    }
    let (n, m) = (a.len() as f64, b.len() as f64);
    let u = ranks_of_a - n * (n + 1.0) / 2.0;
    let larger = u.max(n * m - u);
    let smaller_sample = a.len().min(b.len());
    let p = if ties == 0.0 && smaller_sample <= EXACT_UP_TO {
        // Without ties the statistic is a whole number.
        exact(smaller_sample, a.len().max(b.len()), larger as usize)
    } else {
        let all = n + m;
        let variance = n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
        // Only where all values are a single tie does the statistic not vary, and then nothing
        // differs.
        if variance == 0.0 {
            return without_scale(true);
        }
        let z = (larger - n * m / 2.0 - 0.5) / variance.sqrt();
        2.0 * Normal::standard().sf(z)
    };
    TestResult {
        statistic: u,
        p: p.min(1.0),
    }
}

/// Twice the share of all orders of two samples in which the statistic is at least this large.
fn exact(n: usize, m: usize, statistic: usize) -> f64 {
    let counts = counts(n, m);
    let tail: f64 = counts[statistic..].iter().sum();
    2.0 * tail / counts.iter().sum::<f64>()
}

/// How many orders of two samples give each value of the statistic: the coefficients of the Gaussian
/// binomial, the product of (1 − x^(m+i)) / (1 − x^i) for i up to n.
fn counts(n: usize, m: usize) -> Vec<f64> {
    let mut counts = vec![0.0; n * m + 1];
    counts[0] = 1.0;
    for factor in 1..=n {
        // Multiplying goes from the end, because each coefficient needs an old one before it;
        // dividing goes from the start, because each needs the new one before it.
        for place in (m + factor..counts.len()).rev() {
            counts[place] -= counts[place - m - factor];
        }
        for place in factor..counts.len() {
            counts[place] += counts[place - factor];
        }
    }
    counts
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn the_orders_of_two_and_two_values_are_counted_as_by_hand() {
        // Of the six orders one gives 0, one 1, two 2, one 3, one 4.
        assert_eq!(counts(2, 2), [1.0, 1.0, 2.0, 1.0, 1.0]);
        assert_eq!(exact(2, 2, 4), 2.0 / 6.0);
    }
}
