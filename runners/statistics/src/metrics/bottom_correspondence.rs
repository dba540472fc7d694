//! Correspondence of the bottom.

use std::collections::BTreeSet;

use super::{Measure, Metric};

/// The share of the last elements that are so in both rankings; of the larger part where ties make one
/// larger.
pub(super) const BOTTOM_CORRESPONDENCE: Metric = Metric {
    name: "bottom-correspondence",
    description: "the share of the bottom that is in the bottom of both rankings",
    measure: Measure::OfRankings(|a, b, context| {
        let (of_a, of_b) = (a.bottom(context.share), b.bottom(context.share));
        let of_both: BTreeSet<&str> = of_a.iter().copied().collect();
        let n_both = of_b
            .iter()
            .filter(|element| of_both.contains(*element))
            .count();
        n_both as f64 / of_a.len().max(of_b.len()) as f64
    }),
};

#[cfg(test)]
mod checks {
    use super::super::check;

    #[test]
    fn elements_in_both_parts_are_counted() {
        check("bottom-correspondence", "a\nb\nc\nd\n", "b\na\nd\nc\n", 1.0);
        check("bottom-correspondence", "a\nb\nc\nd\n", "a\nc\nb\nd\n", 0.5);
        check("bottom-correspondence", "a\nb\nc\nd\n", "d\nc\nb\na\n", 0.0);
    }

    #[test]
    fn ties_make_a_part_larger_and_missing_elements_make_it_smaller() {
        // {c, d} and {b, c, d}, the latter because b and c share a place.
        check(
            "bottom-correspondence",
            "a\nb\nc\nd\n",
            "a\nb c\nd\n",
            2.0 / 3.0,
        );
        // {c, d} and {d}, the last half of two.
        check("bottom-correspondence", "a\nb\nc\nd\n", "a\nd\n", 0.5);
    }
}
