//! Mostly the same lines.

use crate::number::Number;
use crate::relations::comparison::{Comparison, RelationAnswer};
use crate::relations::evidence::count;
use crate::relations::line::is_same;
use crate::relations::relation::{ArgumentKind, RelationInfo};
use crate::syntax::Argument;

/// At least this share of the lines is the same, as when two classifiers mostly agree.
pub(crate) const AGREEMENT: RelationInfo = RelationInfo {
    name: "agreement",
    description: "at least this share of the lines is the same, place by place",
    example: "agreement(output, 95%)",
    argument: ArgumentKind::Share,
    needs_text: true,
    compare,
};

fn compare(comparison: &Comparison<'_>) -> RelationAnswer {
    let Some(Argument::Share(percent)) = comparison.argument else {
        unreachable!("the grammar demands a share");
    };
    let (expected, actual) = comparison.lines();
    let is_equal = |(expected, actual): &(&&str, &&str)| {
        if comparison.is_transformed {
            is_same(expected, actual, None)
        } else {
            expected == actual
        }
    };
    let n_same = expected.iter().zip(&actual).filter(is_equal).count();
    // A line that only one output has is not the same.
    let n_lines = expected.len().max(actual.len());
    if is_at_least(n_same, n_lines, percent) {
        return RelationAnswer::Holds;
    }
    let mut pairs = expected.iter().zip(&actual).enumerate();
    let first = match pairs.find(|(_, pair)| !is_equal(pair)) {
        Some((index, (expected, actual))) => {
            format!(
                "line {}: {}",
                index + 1,
                comparison.change(expected, actual)
            )
        }
        None => comparison.change_of(&count(expected.len(), "line"), &count(actual.len(), "line")),
    };
    RelationAnswer::Broken(format!(
        "{}: {n_same} of {n_lines} lines agree, less than {percent}%; {first}",
        comparison.output
    ))
}

/// Whether `part` is at least this percentage of `whole`, without rounding.
fn is_at_least(part: usize, whole: usize, percent: Number) -> bool {
    let integer = |n: usize| Number::Exact {
        digits: n as i128,
        decimals: 0,
    };
    let hundredfold = integer(part).times(integer(100));
    let demanded = integer(whole).times(percent);
    match (hundredfold, demanded) {
        (Some(hundredfold), Some(demanded)) => hundredfold.cmp_value(demanded).is_ge(),
        _ => unreachable!("numbers of lines are far from the end of `f64`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::comparison::tests::comparison;

    #[track_caller]
    fn check_agreement(percent: &str, expected: &str, actual: &str, evidence: Option<&str>) {
        let mut comparison = comparison(expected, actual);
        comparison.argument = Some(Argument::Share(Number::parse(percent).unwrap()));
        let answer = match evidence {
            None => RelationAnswer::Holds,
            Some(evidence) => RelationAnswer::Broken(evidence.to_owned()),
        };
        assert_eq!(compare(&comparison), answer);
    }

    #[test]
    fn exactly_the_share_is_enough() {
        check_agreement("75", "a\nb\nc\nd\n", "a\nb\nc\nx\n", None);
        check_agreement("100", "", "", None);
    }

    #[test]
    fn less_than_the_share_is_not_enough() {
        check_agreement(
            "75.1",
            "a\nb\nc\nd\n",
            "a\nb\nc\nx\n",
            Some("out: 3 of 4 lines agree, less than 75.1%; line 4: `d` became `x`"),
        );
    }

    #[test]
    fn a_missing_line_does_not_agree() {
        check_agreement(
            "90",
            "a\nb\n",
            "a\n",
            Some("out: 1 of 2 lines agree, less than 90%; 2 lines became 1 line"),
        );
    }
}
