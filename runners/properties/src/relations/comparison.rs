//! What a relation looks at, and what it answers.

use std::borrow::Cow;

use crate::relations::evidence::pair;
use crate::relations::line::canonical;
use crate::syntax::Argument;
use crate::tolerance::Tolerance;

/// The same output of two runs.
#[derive(Debug)]
pub(crate) struct Comparison<'a> {
    /// The name of the output.
    pub(crate) output: &'a str,
    /// The source run's output, after the transforms that the follow-up run's must follow.
    pub(crate) expected: Content<'a>,
    /// The follow-up run's output.
    pub(crate) actual: Content<'a>,
    /// Whether `expected` was computed, so that its numbers are not printed by the program.
    pub(crate) is_transformed: bool,
    pub(crate) tolerance: Option<Tolerance>,
    pub(crate) argument: Option<Argument>,
}

/// An output, as text where its format is text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content<'a> {
    Text(Cow<'a, str>),
    Bytes(Cow<'a, [u8]>),
}

/// What a relation finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RelationAnswer {
    /// It holds.
    Holds,
    /// It does not, and this is the smallest telling difference.
    Broken(String),
    /// It cannot be decided from these outputs.
    Unusable(String),
}

impl Comparison<'_> {
    /// The lines of both outputs, the expected ones first, without line ends.
    pub(crate) fn lines(&self) -> (Vec<&str>, Vec<&str>) {
        (
            self.expected.text().lines().collect(),
            self.actual.text().lines().collect(),
        )
    }

    /// The lines of both outputs in a form that is the same for lines that count as equal.
    pub(crate) fn canonical_lines(&self) -> (Vec<Cow<'_, str>>, Vec<Cow<'_, str>>) {
        let (expected, actual) = self.lines();
        let form = |line| {
            if self.is_transformed {
                canonical(line)
            } else {
                Cow::Borrowed(line)
            }
        };
        (
            expected.into_iter().map(form).collect(),
            actual.into_iter().map(form).collect(),
        )
    }

    /// Words for two texts that differ.
    pub(crate) fn change(&self, expected: &str, actual: &str) -> String {
        let (expected, actual) = pair(expected, actual);
        self.change_of(&format!("`{expected}`"), &format!("`{actual}`"))
    }

    /// Words for two things that differ, such as numbers of lines.
    pub(crate) fn change_of(&self, expected: &str, actual: &str) -> String {
        if self.is_transformed {
            format!("{actual} instead of {expected}")
        } else {
            format!("{expected} became {actual}")
        }
    }
}

impl Content<'_> {
    /// The bytes, whatever they are.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// The text.
    ///
    /// # Panics
    /// When the format is not text, which relations that need text are never asked about.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Bytes(_) => panic!("a relation that needs text only sees outputs that are text"),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::relations::RelationInfo;

    pub(in crate::relations) fn comparison<'a>(
        expected: &'a str,
        actual: &'a str,
    ) -> Comparison<'a> {
        Comparison {
            output: "out",
            expected: Content::Text(expected.into()),
            actual: Content::Text(actual.into()),
            is_transformed: false,
            tolerance: None,
            argument: None,
        }
    }

    /// Checks that a relation holds between two outputs named `out`, or is broken for this reason.
    #[track_caller]
    pub(in crate::relations) fn check_relation(
        relation: &RelationInfo,
        expected: &str,
        actual: &str,
        evidence: Option<&str>,
    ) {
        let answer = match evidence {
            None => RelationAnswer::Holds,
            Some(evidence) => RelationAnswer::Broken(evidence.to_owned()),
        };
        assert_eq!((relation.compare)(&comparison(expected, actual)), answer);
    }
}
