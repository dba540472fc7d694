//! Numbers that fall.

use crate::relations::numbers::compare_order;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// Every number of the follow-up's output is less than the source's.
pub(crate) const LESS: RelationInfo = RelationInfo {
    name: "less",
    description: "every number is less than the source's at the same place",
    example: "less(output)",
    argument: ArgumentKind::OptionalTolerance,
    needs_text: true,
    compare: |comparison| compare_order(comparison, |order| order.is_lt(), "not less than"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn numbers_must_fall() {
        check_relation(&LESS, "0.5\n", "0.4\n", None);
        check_relation(
            &LESS,
            "0.5\n",
            "0.50\n",
            Some("out number 1 of 1: 0.50 is not less than 0.5"),
        );
    }
}
