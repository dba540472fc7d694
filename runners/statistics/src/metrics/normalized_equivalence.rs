//! Normalised equivalence, after Spearman's footrule.

use crate::ranking::common_places;

use super::{Measure, Metric};

/// 1 for the same ranking, 0 for the reversed one: one minus the moves over the most there can be, half
/// the square of the number of elements, rounded down. The only ranking of one element is the same.
pub(super) const NORMALIZED_EQUIVALENCE: Metric = Metric {
    name: "normalized-equivalence",
    description: "1 for the same ranking, 0 for the reversed one (Spearman's footrule)",
    measure: Measure::OfRankings(|a, b, _| {
        let places = common_places(a, b);
        let moves: f64 = places.iter().map(|(in_a, in_b)| (in_a - in_b).abs()).sum();
        match places.len() * places.len() / 2 {
            0 => 1.0,
            most => 1.0 - moves / most as f64,
        }
    }),
};

#[cfg(test)]
mod checks {
    use super::super::check;

    #[test]
    fn the_same_is_1_and_the_reverse_is_0() {
        check(
            "normalized-equivalence",
            "a\nb\nc\nd\n",
            "a\nb\nc\nd\n",
            1.0,
        );
        check(
            "normalized-equivalence",
            "a\nb\nc\nd\n",
            "d\nc\nb\na\n",
            0.0,
        );
        check("normalized-equivalence", "a\nb\nc\n", "c\nb\na\n", 0.0);
        check("normalized-equivalence", "a\n", "a\n", 1.0);
        // One swap of neighbours moves two places of eight.
        check(
            "normalized-equivalence",
            "a\nb\nc\nd\n",
            "b\na\nc\nd\n",
            0.75,
        );
    }

    #[test]
    fn ties_move_by_halves_and_missing_elements_to_the_end() {
        check(
            "normalized-equivalence",
            "a\nb\nc\nd\n",
            "a\nb c\nd\n",
            1.0 - 1.0 / 8.0,
        );
        check(
            "normalized-equivalence",
            "a\nb\nc\nd\n",
            "a\nc\n",
            1.0 - 3.0 / 8.0,
        );
    }
}
