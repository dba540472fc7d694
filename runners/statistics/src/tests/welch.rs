//! Welch's t-test.

use super::TwoSampleTest;
use super::student::t_test;
use crate::sample::{mean, variance};

/// Means, for normal samples of any variances.
///
/// B. L. Welch, "The generalization of 'Student's' problem when several different population
/// variances are involved", Biometrika 34 (1947), 28–35.
pub(crate) const WELCH: TwoSampleTest = TwoSampleTest {
    name: "welch",
    description: "means, for normal samples of any variances (t-test)",
    compare: |a, b| {
        let (n, m) = (a.len() as f64, b.len() as f64);
        let (of_a, of_b) = (variance(a) / n, variance(b) / m);
        let together = of_a + of_b;
        let degrees = together.powi(2) / (of_a.powi(2) / (n - 1.0) + of_b.powi(2) / (m - 1.0));
        t_test(mean(a) - mean(b), together, degrees)
    },
};
