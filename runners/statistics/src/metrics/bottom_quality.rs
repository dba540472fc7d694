//! Quality of the bottom.

use std::collections::BTreeSet;

use super::auc::auc_of;
use super::{Measure, Metric};

/// The area under the curve of the last elements alone.
pub(super) const BOTTOM_QUALITY: Metric = Metric {
    name: "bottom-quality",
    description: "the area under the curve of the bottom of each ranking",
    measure: Measure::OfRanking(|ranking, context| {
        let part: BTreeSet<&str> = ranking.bottom(context.share).into_iter().collect();
        auc_of(ranking, &part, context)
    }),
};

#[cfg(test)]
mod checks {
    use super::super::auc::check;

    #[test]
    fn only_the_bottom_counts() {
        // Of the last two, p2 comes first.
        check("bottom-quality", "n1\np1\nn2\np2\nn3\n", 0.4, Some(1.0));
        check("bottom-quality", "p1\np2\nn1\nn2\nn3\n", 0.4, None);
    }
}
