//! Manhattan distance.

use crate::ranking::common_places;

use super::{Measure, Metric};

/// How many places the elements move, all together.
pub(super) const MANHATTAN: Metric = Metric {
    name: "manhattan",
    description: "how many places the elements move, all together",
    measure: Measure::OfRankings(|a, b, _| {
        let places = common_places(a, b);
        places.iter().map(|(in_a, in_b)| (in_a - in_b).abs()).sum()
    }),
};

#[cfg(test)]
mod checks {
    use super::super::check;

    #[test]
    fn moves_add_up() {
        check("manhattan", "a\nb\nc\n", "a\nb\nc\n", 0.0);
        check(
            "manhattan",
            "a\nb\nc\nd\n",
            "d\nc\nb\na\n",
            3.0 + 1.0 + 1.0 + 3.0,
        );
    }

    #[test]
    fn ties_move_by_halves_and_missing_elements_to_the_end() {
        check("manhattan", "a\nb\nc\n", "a\nb c\n", 0.5 + 0.5);
        // b and d are missing from the second: both at 3.5; c moves to 2.
        check("manhattan", "a\nb\nc\nd\n", "a\nc\n", 1.5 + 1.0 + 0.5);
    }
}
