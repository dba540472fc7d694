//! The same order of what both outputs have.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::relations::comparison::{Comparison, RelationAnswer};
use crate::relations::multiset::tally;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// The lines that both outputs have come in the same order; lines of one alone do not matter.
pub(crate) const SAME_ORDER: RelationInfo = RelationInfo {
    name: "same-order",
    description: "the lines that both outputs have come in the same order",
    example: "same-order(output)",
    argument: ArgumentKind::None,
    needs_text: true,
    compare,
};

fn compare(comparison: &Comparison<'_>) -> RelationAnswer {
    let output = comparison.output;
    let n_shared: BTreeMap<Cow<'_, str>, usize> = tally(comparison)
        .into_iter()
        .map(|(line, (n_expected, n_actual))| (line, n_expected.min(n_actual)))
        .collect();
    let (expected, actual) = comparison.canonical_lines();
    let expected = shared(expected, n_shared.clone());
    let actual = shared(actual, n_shared);
    // Without a common line any order would do, unless the outputs are the same and empty.
    if expected.is_empty() && comparison.expected != comparison.actual {
        return RelationAnswer::Broken(format!("{output}: the runs have no line in common"));
    }
    let n_lines = expected.len();
    let mut pairs = expected.iter().zip(&actual).enumerate();
    match pairs.find(|(_, (expected, actual))| expected != actual) {
        None => RelationAnswer::Holds,
        Some((index, (expected, actual))) => RelationAnswer::Broken(format!(
            "{output} shared line {} of {n_lines}: {}",
            index + 1,
            comparison.change(expected, actual)
        )),
    }
}

/// The lines that are left when each is kept as often as both outputs have it, the first ones.
fn shared<'a>(
    lines: Vec<Cow<'a, str>>,
    mut n_left: BTreeMap<Cow<'a, str>, usize>,
) -> Vec<Cow<'a, str>> {
    let mut is_shared = |line: &Cow<'_, str>| match n_left.get_mut(line.as_ref()) {
        Some(0) | None => false,
        Some(n_left) => {
            *n_left -= 1;
            true
        }
    };
    lines.into_iter().filter(|line| is_shared(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::check_relation;

    #[test]
    fn lines_of_one_output_alone_do_not_matter() {
        check_relation(&SAME_ORDER, "a\nb\nc\nd\n", "x\na\nc\nd\n", None);
        check_relation(&SAME_ORDER, "a\nb\na\n", "a\nb\n", None);
        check_relation(&SAME_ORDER, "", "", None);
    }

    #[test]
    fn shared_lines_that_changed_places_are_the_evidence() {
        check_relation(
            &SAME_ORDER,
            "a\nb\nc\nd\n",
            "a\nd\nc\n",
            Some("out shared line 2 of 3: `c` became `d`"),
        );
    }

    #[test]
    fn outputs_without_a_common_line_have_no_order_to_keep() {
        check_relation(
            &SAME_ORDER,
            "a\n",
            "b\n",
            Some("out: the runs have no line in common"),
        );
    }
}
