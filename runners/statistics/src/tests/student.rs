//! Student's t-test.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{TestResult, TwoSampleTest, without_scale};
use crate::sample::{mean, variance};

/// Means, for normal samples of equal variance.
///
/// Student (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908), 1–25.
pub(crate) const STUDENT: TwoSampleTest = TwoSampleTest {
    name: "student",
    description: "means, for normal samples of equal variance (t-test)",
    compare: |a, b| {
        let (n, m) = (a.len() as f64, b.len() as f64);
        let degrees = n + m - 2.0;
        let pooled = ((n - 1.0) * variance(a) + (m - 1.0) * variance(b)) / degrees;
        t_test(mean(a) - mean(b), pooled * (1.0 / n + 1.0 / m), degrees)
    },
};

/// The two-sided t-test of a difference by its variance.
pub(super) fn t_test(difference: f64, variance: f64, degrees: f64) -> TestResult {
    if variance == 0.0 {
        return without_scale(difference == 0.0);
    }
    let t = difference / variance.sqrt();
    let law = StudentsT::new(0.0, 1.0, degrees).expect("there are degrees of freedom");
    TestResult {
        statistic: t,
        // The lower tail keeps the digits of a small p, which would be lost in one minus the rest.
        p: (2.0 * law.cdf(-t.abs())).min(1.0),
    }
}
