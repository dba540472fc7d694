//! Numbers between two bounds.

use crate::relations::comparison::{Comparison, RelationAnswer};
use crate::relations::numbers::numbers;
use crate::relations::relation::{ArgumentKind, RelationInfo};
use crate::syntax::Argument;

/// Every number of the follow-up's output is between two bounds, which belong to the range.
pub(crate) const INSIDE: RelationInfo = RelationInfo {
    name: "inside",
    description: "every number of the follow-up's output is in the range, ends included",
    example: "inside(output, 0..100)",
    argument: ArgumentKind::Range,
    needs_text: true,
    compare,
};

fn compare(comparison: &Comparison<'_>) -> RelationAnswer {
    let Some(Argument::Range(low, high)) = comparison.argument else {
        unreachable!("the grammar demands a range");
    };
    let output = comparison.output;
    let numbers = numbers(comparison.actual.text());
    if numbers.is_empty() {
        return RelationAnswer::Unusable(format!("there is no number in `{output}`"));
    }
    let outside = numbers
        .iter()
        .position(|number| number.cmp_value(low).is_lt() || number.cmp_value(high).is_gt());
    match outside {
        None => RelationAnswer::Holds,
        Some(index) => RelationAnswer::Broken(format!(
            "{output} number {} of {}: {} is not inside {low}..{high}",
            index + 1,
            numbers.len(),
            numbers[index]
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Number;
    use crate::relations::comparison::tests::comparison;

    #[track_caller]
    fn check_inside(actual: &str, expected: RelationAnswer) {
        let mut comparison = comparison("", actual);
        let number = |text| Number::parse(text).unwrap();
        comparison.argument = Some(Argument::Range(number("0"), number("1.5")));
        assert_eq!(compare(&comparison), expected);
    }

    #[test]
    fn the_ends_belong_to_the_range() {
        check_inside("0 1 1.50\n", RelationAnswer::Holds);
    }

    #[test]
    fn a_number_outside_is_the_evidence() {
        let evidence = "out number 2 of 2: 1.51 is not inside 0..1.5";
        check_inside("0\n1.51\n", RelationAnswer::Broken(evidence.to_owned()));
    }

    #[test]
    fn an_output_without_numbers_cannot_be_judged() {
        let reason = "there is no number in `out`";
        check_inside("none\n", RelationAnswer::Unusable(reason.to_owned()));
    }
}
