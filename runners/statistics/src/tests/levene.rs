//! Levene's test.

use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::{TestResult, TwoSampleTest, without_scale};
use crate::sample::mean;

/// Spreads around the means, for symmetric samples.
///
/// H. Levene, "Robust tests for equality of variances", Contributions to Probability and Statistics
/// (1960), 278–292.
pub(crate) const LEVENE: TwoSampleTest = TwoSampleTest {
    name: "levene",
    description: "spreads around the means, for symmetric samples",
    compare: |a, b| compare_spreads(a, b, mean),
};

/// The analysis of variance of the distances to each sample's centre.
pub(super) fn compare_spreads(a: &[f64], b: &[f64], centre: fn(&[f64]) -> f64) -> TestResult {
    let distances = |sample: &[f64]| -> Vec<f64> {
        let centre = centre(sample);
        sample.iter().map(|value| (value - centre).abs()).collect()
    };
    let (of_a, of_b) = (distances(a), distances(b));
    let (n, m) = (a.len() as f64, b.len() as f64);
    let (mean_a, mean_b) = (mean(&of_a), mean(&of_b));
    let overall = (n * mean_a + m * mean_b) / (n + m);
    let between = n * (mean_a - overall).powi(2) + m * (mean_b - overall).powi(2);
    let around = |distances: &[f64], mean: f64| -> f64 {
        distances.iter().map(|value| (value - mean).powi(2)).sum()
    };
    let within = around(&of_a, mean_a) + around(&of_b, mean_b);
    if within == 0.0 {
        return without_scale(between == 0.0);
    }
    let degrees = n + m - 2.0;
    let statistic = degrees * between / within;
    let law = FisherSnedecor::new(1.0, degrees).expect("there are degrees of freedom");
    TestResult {
        statistic,
        p: law.sf(statistic),
    }
}
