//! Quality.

use super::auc::auc;
use super::{Measure, Metric};

/// The area under the curve of the whole ranking.
pub(super) const QUALITY: Metric = Metric {
    name: "quality",
    description: "the area under the curve of each ranking",
    measure: Measure::OfRanking(auc),
};

#[cfg(test)]
mod checks {
    use super::super::auc::check;

    #[test]
    fn quality_is_the_share_of_pairs_in_order() {
        check("quality", "p1\np2\nn1\nn2\nn3\n", 1.0, Some(1.0));
        check("quality", "n1\nn2\nn3\np1\np2\n", 1.0, Some(0.0));
        // p1 wins 3, p2 wins 1, of 6.
        check("quality", "p1\nn1\nn2\np2\nn3\n", 1.0, Some(4.0 / 6.0));
    }

    #[test]
    fn ties_count_half_and_missing_elements_come_last_together() {
        // p1 ties with n1 and wins two; p2 wins two.
        check("quality", "p1 n1\np2\nn2\nn3\n", 1.0, Some(4.5 / 6.0));
        // p2 and n3 are missing: p1 wins 2, p2 ties with n3.
        check("quality", "n1\np1\nn2\n", 1.0, Some(2.5 / 6.0));
    }
}
