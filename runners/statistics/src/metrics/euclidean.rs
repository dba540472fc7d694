//! Euclidean distance.

use crate::ranking::common_places;

use super::{Measure, Metric};

/// The root of the squared moves.
pub(super) const EUCLIDEAN: Metric = Metric {
    name: "euclidean",
    description: "the root of the squared moves of the elements",
    measure: Measure::OfRankings(|a, b, _| {
        let places = common_places(a, b);
        let squares = places.iter().map(|(in_a, in_b)| (in_a - in_b).powi(2));
        squares.sum::<f64>().sqrt()
    }),
};

#[cfg(test)]
mod checks {
    use super::super::check;

    #[test]
    fn squares_of_moves_add_up() {
        check("euclidean", "a\nb\nc\n", "a\nb\nc\n", 0.0);
        check(
            "euclidean",
            "a\nb\nc\nd\n",
            "d\nc\nb\na\n",
            f64::sqrt(9.0 + 1.0 + 1.0 + 9.0),
        );
    }

    #[test]
    fn ties_move_by_halves_and_missing_elements_to_the_end() {
        check("euclidean", "a\nb\nc\n", "a\nb c\n", f64::sqrt(0.25 + 0.25));
        check(
            "euclidean",
            "a\nb\nc\nd\n",
            "a\nc\n",
            f64::sqrt(2.25 + 1.0 + 0.25),
        );
    }
}
