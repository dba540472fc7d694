//! The same output.

use crate::relations::comparison::{Comparison, Content, RelationAnswer};
use crate::relations::evidence::count;
use crate::relations::line::is_same;
use crate::relations::relation::{ArgumentKind, RelationInfo};

/// The follow-up's output is the source's, after the transforms around it.
pub(crate) const EQUAL: RelationInfo = RelationInfo {
    name: "equal",
    description: "the output is the same, byte by byte; after a transform, numbers by value",
    example: "equal(output)",
    argument: ArgumentKind::OptionalTolerance,
    needs_text: false,
    compare,
};

pub(super) fn compare(comparison: &Comparison<'_>) -> RelationAnswer {
    // Equal bytes are equal under any tolerance, and need not be read as lines.
    if comparison.expected == comparison.actual {
        return RelationAnswer::Holds;
    }
    match (&comparison.expected, &comparison.actual) {
        (Content::Text(expected), Content::Text(actual)) => {
            compare_lines(comparison, expected, actual)
        }
        (Content::Bytes(expected), Content::Bytes(actual)) => {
            RelationAnswer::Broken(compare_bytes(comparison, expected, actual))
        }
        _ => unreachable!("both runs' outputs have the same format"),
    }
}

fn compare_lines(comparison: &Comparison<'_>, expected: &str, actual: &str) -> RelationAnswer {
    // Line ends belong to what is compared.
    let expected: Vec<&str> = expected.split_inclusive('\n').collect();
    let actual: Vec<&str> = actual.split_inclusive('\n').collect();
    let by_value = comparison.is_transformed || comparison.tolerance.is_some();
    let pairs = || expected.iter().zip(&actual);
    let is_different = |(expected, actual): &(&&str, &&str)| {
        if by_value {
            !is_same(expected, actual, comparison.tolerance)
        } else {
            expected != actual
        }
    };
    let n_different = pairs().filter(is_different).count();
    let first = pairs().enumerate().find(|(_, pair)| is_different(pair));
    let where_and_what = first.map(|(index, (expected, actual))| {
        let (expected, actual) = without_same_end(expected, actual);
        format!(
            "line {}: {}",
            index + 1,
            comparison.change(expected, actual)
        )
    });
    let output = comparison.output;
    if expected.len() != actual.len() {
        let n_lines =
            comparison.change_of(&count(expected.len(), "line"), &count(actual.len(), "line"));
        let rest = where_and_what.unwrap_or_else(|| "the rest is the same".to_owned());
        return RelationAnswer::Broken(format!("{output}: {n_lines}; {rest}"));
    }
    match where_and_what {
        None => RelationAnswer::Holds,
        Some(difference) => RelationAnswer::Broken(format!(
            "{output} {difference} ({n_different} of {} lines differ)",
            expected.len()
        )),
    }
}

fn compare_bytes(comparison: &Comparison<'_>, expected: &[u8], actual: &[u8]) -> String {
    let output = comparison.output;
    let different = expected.iter().zip(actual).position(|(e, a)| e != a);
    match different {
        Some(at) => {
            let change = comparison.change_of(
                &format!("0x{:02x}", expected[at]),
                &format!("0x{:02x}", actual[at]),
            );
            format!("{output} byte {}: {change}", at + 1)
        }
        None => {
            let change =
                comparison.change_of(&count(expected.len(), "byte"), &count(actual.len(), "byte"));
            format!("{output}: {change}; the rest is the same")
        }
    }
}

/// Both lines without their line ends, unless these are the difference.
fn without_same_end<'a>(expected: &'a str, actual: &'a str) -> (&'a str, &'a str) {
    let strip = |line: &'a str| line.trim_end_matches(['\n', '\r']);
    if strip(expected) == strip(actual) {
        (expected, actual)
    } else {
        (strip(expected), strip(actual))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Number;
    use crate::relations::comparison::tests::{check_relation, comparison};
    use crate::tolerance::Tolerance;

    #[test]
    fn the_same_bytes_are_equal() {
        check_relation(&EQUAL, "a\n1.0\n", "a\n1.0\n", None);
        check_relation(&EQUAL, "", "", None);
    }

    #[test]
    fn the_first_different_line_is_the_evidence() {
        check_relation(
            &EQUAL,
            "a\nb\nc\n",
            "a\nx\ny\n",
            Some("out line 2: `b` became `x` (2 of 3 lines differ)"),
        );
    }

    #[test]
    fn numbers_are_compared_as_printed() {
        check_relation(
            &EQUAL,
            "1.60",
            "1.6",
            Some("out line 1: `1.60` became `1.6` (1 of 1 lines differ)"),
        );
    }

    #[test]
    fn computed_numbers_are_compared_by_value() {
        let mut comparison = comparison("x <= 1.60: a\n", "x <= 1.6: a\n");
        comparison.is_transformed = true;
        assert_eq!(compare(&comparison), RelationAnswer::Holds);
        comparison.actual = Content::Text("x <= 1.7: a\n".into());
        let evidence = "out line 1: `x <= 1.7: a` instead of `x <= 1.60: a` (1 of 1 lines differ)";
        assert_eq!(
            compare(&comparison),
            RelationAnswer::Broken(evidence.to_owned())
        );
    }

    #[test]
    fn a_tolerance_applies_to_numbers_and_not_to_text() {
        let mut comparison = comparison("x 1.60\n", "x 1.7\n");
        comparison.tolerance = Some(Tolerance::Absolute(Number::parse("0.1").unwrap()));
        assert_eq!(compare(&comparison), RelationAnswer::Holds);
        comparison.actual = Content::Text("y 1.6\n".into());
        let evidence = "out line 1: `x 1.60` became `y 1.6` (1 of 1 lines differ)";
        assert_eq!(
            compare(&comparison),
            RelationAnswer::Broken(evidence.to_owned())
        );
    }

    #[test]
    fn missing_lines_and_line_ends_are_told() {
        check_relation(
            &EQUAL,
            "a\nb\n",
            "a\n",
            Some("out: 2 lines became 1 line; the rest is the same"),
        );
        check_relation(
            &EQUAL,
            "a\nb\n",
            "b\n",
            Some("out: 2 lines became 1 line; line 1: `a` became `b`"),
        );
        check_relation(
            &EQUAL,
            "a\n",
            "a",
            Some("out line 1: `a\\n` became `a` (1 of 1 lines differ)"),
        );
    }

    #[test]
    fn bytes_are_compared_one_by_one() {
        let mut comparison = comparison("", "");
        comparison.expected = Content::Bytes(b"\x00\x01".into());
        comparison.actual = Content::Bytes(b"\x00\xff\xff".into());
        let evidence = "out byte 2: 0x01 became 0xff";
        assert_eq!(
            compare(&comparison),
            RelationAnswer::Broken(evidence.to_owned())
        );
        comparison.actual = Content::Bytes(b"\x00".into());
        let evidence = "out: 2 bytes became 1 byte; the rest is the same";
        assert_eq!(
            compare(&comparison),
            RelationAnswer::Broken(evidence.to_owned())
        );
    }
}
