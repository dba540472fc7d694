//! The same rows in the same order.

use crate::relations::equal;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// A ranking names the same rows in the same order, wherever they stand in the two runs' inputs.
///
/// Before it is asked, the follow-up run's row numbers have become those of the source run's input.
pub(crate) const SAME_ROWS: RelationInfo = RelationInfo {
    name: "same-rows",
    description: "the numbers of a ranking stand for the same rows, in the same order",
    example: "same-rows(output)",
    argument: ArgumentKind::None,
    needs_text: true,
    compare: equal::compare,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn another_order_is_told() {
        check_relation(&SAME_ROWS, "2\n0\n1\n", "2\n0\n1\n", None);
        check_relation(
            &SAME_ROWS,
            "2\n0\n1\n",
            "2\n1\n0\n",
            Some("out line 2: `0` became `1` (2 of 3 lines differ)"),
        );
    }
}
