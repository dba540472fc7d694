//! No lost lines.

use crate::relations::comparison::RelationAnswer;
use crate::relations::multiset::first_wrong;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// Every line of the source's output is in the follow-up's, at least as often.
pub(crate) const SUPERSET: RelationInfo = RelationInfo {
    name: "superset",
    description: "every line of the source's output is in the follow-up's, at least as often",
    example: "superset(output)",
    argument: ArgumentKind::None,
    needs_text: true,
    compare: |comparison| {
        first_wrong(comparison, |(expected, actual)| actual >= expected)
            .map_or(RelationAnswer::Holds, RelationAnswer::Broken)
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn lines_may_be_new() {
        check_relation(&SUPERSET, "a\n", "b\na\na\n", None);
    }

    #[test]
    fn no_line_may_be_lost() {
        check_relation(
            &SUPERSET,
            "a\na\n",
            "a\n",
            Some("out: `a` 2 times became once (1 of 1 different lines)"),
        );
    }
}
