//! Numbers that do not fall.

use crate::relations::numbers::compare_order;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// No number of the follow-up's output is less than the source's.
pub(crate) const NOT_LESS: RelationInfo = RelationInfo {
    name: "not-less",
    description: "no number is less than the source's at the same place",
    example: "not-less(output)",
    argument: ArgumentKind::OptionalTolerance,
    needs_text: true,
    compare: |comparison| compare_order(comparison, |order| order.is_ge(), "less than"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::RelationAnswer;
    use crate::relations::comparison::tests::{check_relation, comparison};

    #[test]
    fn numbers_may_grow_or_stay() {
        check_relation(&NOT_LESS, "used 10 of 20\n", "used 10.0 of 21\n", None);
    }

    #[test]
    fn a_number_that_falls_is_the_evidence() {
        check_relation(
            &NOT_LESS,
            "used 10 of 20\n",
            "used 10 of 19.5\n",
            Some("out number 2 of 2: 19.5 is less than 20"),
        );
    }

    #[test]
    fn every_number_needs_its_counterpart() {
        check_relation(
            &NOT_LESS,
            "1\n",
            "1 2\n",
            Some("out: 1 number became 2 numbers"),
        );
        assert_eq!(
            (NOT_LESS.compare)(&comparison("1\n", "none\n")),
            RelationAnswer::Unusable("there is no number in `out`".to_owned())
        );
    }
}
