//! Numbers that grow.

use crate::relations::numbers::compare_order;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// Every number of the follow-up's output is more than the source's.
pub(crate) const MORE: RelationInfo = RelationInfo {
    name: "more",
    description: "every number is more than the source's at the same place",
    example: "more(output)",
    argument: ArgumentKind::OptionalTolerance,
    needs_text: true,
    compare: |comparison| compare_order(comparison, |order| order.is_gt(), "not more than"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Number;
    use crate::relations::RelationAnswer;
    use crate::relations::comparison::tests::{check_relation, comparison};
    use crate::tolerance::Tolerance;

    #[test]
    fn numbers_must_grow() {
        check_relation(&MORE, "0.5\n", "0.6\n", None);
        check_relation(
            &MORE,
            "0.5\n",
            "0.4\n",
            Some("out number 1 of 1: 0.4 is not more than 0.5"),
        );
    }

    #[test]
    fn growth_within_the_tolerance_is_none() {
        let mut comparison = comparison("0.5\n", "0.6\n");
        comparison.tolerance = Some(Tolerance::Absolute(Number::parse("0.1").unwrap()));
        let evidence = "out number 1 of 1: 0.6 is not more than 0.5";
        assert_eq!(
            (MORE.compare)(&comparison),
            RelationAnswer::Broken(evidence.to_owned())
        );
    }
}
