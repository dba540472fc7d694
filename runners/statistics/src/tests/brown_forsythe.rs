//! The test of Brown and Forsythe.

use super::TwoSampleTest;
use super::levene::compare_spreads;
use crate::sample::median;

/// Spreads around the medians, for samples of any shape.
///
/// M. B. Brown and A. B. Forsythe, "Robust tests for the equality of variances", Journal of the
/// American Statistical Association 69 (1974), 364–367.
pub(crate) const BROWN_FORSYTHE: TwoSampleTest = TwoSampleTest {
    name: "brown-forsythe",
    description: "spreads around the medians, for samples of any shape",
    compare: |a, b| compare_spreads(a, b, median),
};
