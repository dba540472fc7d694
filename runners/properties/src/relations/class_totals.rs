//! The same number of each class.

use crate::number::Number;
use crate::relations::comparison::{Comparison, RelationAnswer};
use crate::relations::evidence::quote;
use crate::relations::multiset::{Counts, tally};
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// Every class is given as often, or nearly so, whichever lines get it.
pub(crate) const CLASS_TOTALS: RelationInfo = RelationInfo {
    name: "class-totals",
    description: "every label is there as often, or as often within the tolerance",
    example: "class-totals(output)",
    argument: ArgumentKind::OptionalTolerance,
    needs_text: true,
    compare,
};

fn compare(comparison: &Comparison<'_>) -> RelationAnswer {
    let is_right = |(n_expected, n_actual): Counts| match comparison.tolerance {
        None => n_expected == n_actual,
        Some(tolerance) => tolerance.allows(integer(n_expected), integer(n_actual)),
    };
    let tally = tally(comparison);
    let mut classes = tally.iter();
    match classes.find(|(_, counts)| !is_right(**counts)) {
        None => RelationAnswer::Holds,
        Some((class, (n_expected, n_actual))) => RelationAnswer::Broken(format!(
            "{} total of `{}`: {}",
            comparison.output,
            quote(class),
            comparison.change_of(&n_expected.to_string(), &n_actual.to_string())
        )),
    }
}

fn integer(n: usize) -> Number {
    Number::Exact {
        digits: n as i128,
        decimals: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::{check_relation, comparison};
    use crate::tolerance::Tolerance;

    #[test]
    fn which_line_has_a_label_does_not_matter() {
        check_relation(&CLASS_TOTALS, "yes\nno\nyes\n", "no\nyes\nyes\n", None);
    }

    #[test]
    fn a_total_that_changed_is_the_evidence() {
        check_relation(
            &CLASS_TOTALS,
            "yes\nno\nyes\n",
            "no\nno\nyes\n",
            Some("out total of `no`: 1 became 2"),
        );
    }

    #[test]
    fn totals_may_be_off_by_the_tolerance() {
        let mut comparison = comparison("yes\nno\nyes\n", "no\nno\nyes\n");
        comparison.tolerance = Some(Tolerance::Absolute(integer(1)));
        assert_eq!(compare(&comparison), RelationAnswer::Holds);
    }
}
