//! The same lines in any order.

use crate::relations::comparison::RelationAnswer;
use crate::relations::multiset::first_wrong;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// The output has the same lines, each as often, in any order.
pub(crate) const SAME_MULTISET: RelationInfo = RelationInfo {
    name: "same-multiset",
    description: "the output has the same lines, each as often, in any order",
    example: "same-multiset(output)",
    argument: ArgumentKind::None,
    needs_text: true,
    compare: |comparison| {
        first_wrong(comparison, |(expected, actual)| expected == actual)
            .map_or(RelationAnswer::Holds, RelationAnswer::Broken)
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn the_order_does_not_matter() {
        check_relation(&SAME_MULTISET, "a\nb\na\n", "b\na\na", None);
    }

    #[test]
    fn how_often_a_line_appears_matters() {
        check_relation(
            &SAME_MULTISET,
            "a\nb\na\n",
            "a\nb\nc\n",
            Some("out: `a` 2 times became once (2 of 3 different lines)"),
        );
    }
}
