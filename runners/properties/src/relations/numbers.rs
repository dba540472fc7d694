//! Outputs that are compared number by number.

use std::cmp::Ordering;

use crate::number::Number;
use crate::relations::comparison::{Comparison, RelationAnswer};
use crate::relations::evidence::count;
use crate::relations::line;

/// Compares each number of the follow-up's output with the one at the same place of the source's.
///
/// Numbers that are equal within the tolerance count as equal.
pub(super) fn compare_order(
    comparison: &Comparison<'_>,
    is_right: fn(actual_to_expected: Ordering) -> bool,
    demand: &str,
) -> RelationAnswer {
    let output = comparison.output;
    let expected = numbers(comparison.expected.text());
    let actual = numbers(comparison.actual.text());
    if expected.is_empty() || actual.is_empty() {
        return RelationAnswer::Unusable(format!("there is no number in `{output}`"));
    }
    if expected.len() != actual.len() {
        return RelationAnswer::Broken(format!(
            "{output}: {}",
            comparison.change_of(
                &count(expected.len(), "number"),
                &count(actual.len(), "number")
            )
        ));
    }
    let order = |expected: Number, actual: Number| {
        let is_equal = match comparison.tolerance {
            Some(tolerance) => tolerance.allows(expected, actual),
            None => expected.is_same(actual),
        };
        if is_equal {
            Ordering::Equal
        } else {
            actual.cmp_value(expected)
        }
    };
    let mut pairs = expected.iter().zip(&actual);
    match pairs.position(|(&expected, &actual)| !is_right(order(expected, actual))) {
        None => RelationAnswer::Holds,
        Some(index) => RelationAnswer::Broken(format!(
            "{output} number {} of {}: {} is {demand} {}",
            index + 1,
            expected.len(),
            actual[index],
            expected[index]
        )),
    }
}

/// All numbers of a text, in order.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    text.lines().flat_map(line::numbers).collect()
}
