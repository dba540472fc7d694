//! Quality of the top.

use std::collections::BTreeSet;

use super::auc::auc_of;
use super::{Measure, Metric};

/// The area under the curve of the best elements alone.
pub(super) const TOP_QUALITY: Metric = Metric {
    name: "top-quality",
    description: "the area under the curve of the top of each ranking",
    measure: Measure::OfRanking(|ranking, context| {
        let part: BTreeSet<&str> = ranking.top(context.share).into_iter().collect();
        auc_of(ranking, &part, context)
    }),
};

#[cfg(test)]
mod checks {
    use super::super::auc::check;

    #[test]
    fn only_the_top_counts() {
        // Of the best three, p1 comes before one other and after one.
        check("top-quality", "n1\np1\nn2\np2\nn3\n", 0.6, Some(0.5));
        check("top-quality", "p1\np2\nn1\nn2\nn3\n", 0.4, None);
    }
}
