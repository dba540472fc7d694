//! What a relation is.

use crate::formats::{FormatInfo, formats};
use crate::relations::comparison::{Comparison, RelationAnswer};

/// How the output of the follow-up run must relate to that of the source run.
#[derive(Debug)]
pub struct RelationInfo {
    /// The name in properties.
    pub name: &'static str,
    /// What it demands, in one line.
    pub description: &'static str,
    /// A call, as written in a property.
    pub example: &'static str,
    pub(crate) argument: ArgumentKind,
    /// Whether it looks at lines, so that the output must be text.
    pub(crate) needs_text: bool,
    pub(crate) compare: fn(&Comparison<'_>) -> RelationAnswer,
}

/// What a relation takes besides an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentKind {
    /// Nothing, and no tolerance applies to it.
    None,
    /// A tolerance, here or after `within`, or none.
    OptionalTolerance,
    /// A tolerance, here or after `within`.
    Tolerance,
    /// A share in percent.
    Share,
    /// Two numbers.
    Range,
}

impl RelationInfo {
    /// The formats of the outputs it can compare.
    pub fn formats(&self) -> Vec<&'static str> {
        let fitting = formats().iter().filter(|format| self.fits(format));
        fitting.map(|format| format.name).collect()
    }

    /// Whether it can compare outputs of this format.
    pub(crate) fn fits(&self, format: &FormatInfo) -> bool {
        !self.needs_text || format.is_text()
    }

    /// Whether a tolerance after `within` applies to it.
    pub(crate) fn takes_tolerance(&self) -> bool {
        matches!(
            self.argument,
            ArgumentKind::OptionalTolerance | ArgumentKind::Tolerance
        )
    }
}

impl PartialEq for RelationInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for RelationInfo {}

#[cfg(test)]
mod tests {
    use crate::Property;
    use crate::relations::relations;

    #[test]
    fn relations_are_listed_by_name() {
        assert!(relations().is_sorted_by_key(|relation| relation.name));
    }

    #[test]
    fn every_example_parses_and_prints_as_written() {
        for relation in relations() {
            let text = format!("if reverse(input) then {}", relation.example);
            assert_eq!(Property::parse(&text).unwrap().to_string(), text);
        }
    }
}
