//! Number of differences.

use crate::ranking::common_places;

use super::{Measure, Metric};

/// How many elements are at another place.
pub(super) const NUMBER_OF_DIFFERENCES: Metric = Metric {
    name: "number-of-differences",
    description: "how many elements are at another place",
    measure: Measure::OfRankings(|a, b, _| {
        let places = common_places(a, b);
        places.iter().filter(|(in_a, in_b)| in_a != in_b).count() as f64
    }),
};

#[cfg(test)]
mod checks {
    use super::super::check;

    #[test]
    fn moved_elements_are_counted() {
        check("number-of-differences", "a\nb\nc\n", "a\nb\nc\n", 0.0);
        check("number-of-differences", "a\nb\nc\nd\n", "a\nc\nb\nd\n", 2.0);
    }

    #[test]
    fn ties_and_missing_elements_change_places() {
        // b and c share 2.5 where they had 2 and 3.
        check("number-of-differences", "a\nb\nc\n", "a\nb c\n", 2.0);
        // b is missing and comes last: 2 becomes 3, and c moves from 3 to 2.
        check("number-of-differences", "a\nb\nc\n", "a\nc\n", 2.0);
        // The last one may be missing without changing a place.
        check("number-of-differences", "a\nb\nc\n", "a\nb\n", 0.0);
    }
}
