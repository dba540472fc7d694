//! Correspondence of the top.

use std::collections::BTreeSet;

use super::{Measure, Metric};

/// The share of the best elements that are so in both rankings; of the larger part where ties make one
/// larger.
pub(super) const TOP_CORRESPONDENCE: Metric = Metric {
    name: "top-correspondence",
    description: "the share of the top that is in the top of both rankings",
    measure: Measure::OfRankings(|a, b, context| {
        let (of_a, of_b) = (a.top(context.share), b.top(context.share));
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
        check("top-correspondence", "a\nb\nc\nd\n", "b\na\nd\nc\n", 1.0);
        check("top-correspondence", "a\nb\nc\nd\n", "a\nc\nb\nd\n", 0.5);
        check("top-correspondence", "a\nb\nc\nd\n", "d\nc\nb\na\n", 0.0);
    }

    #[test]
    fn ties_make_a_part_larger_and_missing_elements_make_it_smaller() {
        // {a, b} and {a, b, c}, the latter because b and c share a place.
        check(
            "top-correspondence",
            "a\nb\nc\nd\n",
            "a\nb c\nd\n",
            2.0 / 3.0,
        );
        // {a, b} and {a}, the best half of two.
        check("top-correspondence", "a\nb\nc\nd\n", "a\nd\n", 0.5);
    }
}
