//! Numbers that do not grow.

use crate::relations::numbers::compare_order;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// No number of the follow-up's output is more than the source's.
pub(crate) const NOT_MORE: RelationInfo = RelationInfo {
    name: "not-more",
    description: "no number is more than the source's at the same place",
    example: "not-more(output)",
    argument: ArgumentKind::OptionalTolerance,
    needs_text: true,
    compare: |comparison| compare_order(comparison, |order| order.is_le(), "more than"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn numbers_may_fall_or_stay_but_not_grow() {
        check_relation(&NOT_MORE, "2 3\n", "2 2.5\n", None);
        check_relation(
            &NOT_MORE,
            "2\n",
            "2.1\n",
            Some("out number 1 of 1: 2.1 is more than 2"),
        );
    }
}
