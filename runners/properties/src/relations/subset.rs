//! No new lines.

use crate::relations::comparison::RelationAnswer;
use crate::relations::multiset::first_wrong;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// Every line of the follow-up's output is in the source's, at least as often.
pub(crate) const SUBSET: RelationInfo = RelationInfo {
    name: "subset",
    description: "every line of the follow-up's output is in the source's, at least as often",
    example: "subset(output)",
    argument: ArgumentKind::None,
    needs_text: true,
    compare: |comparison| {
        first_wrong(comparison, |(expected, actual)| actual <= expected)
            .map_or(RelationAnswer::Holds, RelationAnswer::Broken)
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn lines_may_be_missing() {
        check_relation(&SUBSET, "a\nb\na\n", "a\nb\n", None);
        check_relation(&SUBSET, "a\n", "", None);
    }

    #[test]
    fn no_line_may_be_new() {
        check_relation(
            &SUBSET,
            "a\nb\n",
            "a\nc\n",
            Some("out: `c` absent became once (1 of 3 different lines)"),
        );
    }
}
