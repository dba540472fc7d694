//! The F-test of variances.

use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::{TestResult, TwoSampleTest, without_scale};
use crate::sample::variance;

/// Variances, for normal samples; other samples mislead it.
pub(crate) const F: TwoSampleTest = TwoSampleTest {
    name: "f",
    description: "variances, for normal samples; others mislead it",
    compare: |a, b| {
        let (of_a, of_b) = (variance(a), variance(b));
        // The ratio would be zero, infinite or no number, of which the distribution says nothing.
        if of_a == 0.0 || of_b == 0.0 {
            return without_scale(of_a == of_b);
        }
        let ratio = of_a / of_b;
        let law = FisherSnedecor::new(a.len() as f64 - 1.0, b.len() as f64 - 1.0)
            .expect("there are degrees of freedom");
        TestResult {
            statistic: ratio,
            // The distribution is not symmetric, so the smaller tail is taken twice; near the
            // middle that would be more than one.
            p: (2.0 * law.cdf(ratio).min(law.sf(ratio))).min(1.0),
        }
    },
};
