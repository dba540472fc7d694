//! Another output.

use crate::relations::comparison::{Comparison, RelationAnswer};
use crate::relations::equal;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// The output is not the same; by how much is not known.
pub(crate) const DIFFER: RelationInfo = RelationInfo {
    name: "differ",
    description: "the output is not equal",
    example: "differ(output)",
    argument: ArgumentKind::OptionalTolerance,
    needs_text: false,
    compare,
};

fn compare(comparison: &Comparison<'_>) -> RelationAnswer {
    match equal::compare(comparison) {
        RelationAnswer::Holds => {
            RelationAnswer::Broken(format!("{}: it is the same", comparison.output))
        }
        // Two outputs are equal or not, which can always be decided.
        _ => RelationAnswer::Holds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn another_output_differs_and_the_same_does_not() {
        check_relation(&DIFFER, "a\n", "b\n", None);
        check_relation(&DIFFER, "a\n", "a\n", Some("out: it is the same"));
    }
}
