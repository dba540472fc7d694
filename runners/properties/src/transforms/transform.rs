//! What a transform is.

use std::fmt;

use killrate_model::Rng;

use crate::document::Row;
use crate::formats::{FormatInfo, formats};
use crate::number::Number;
use crate::syntax::write_quoted;

/// A change of an input, or of an output that must follow.
#[derive(Debug)]
pub struct TransformInfo {
    /// The name in properties.
    pub name: &'static str,
    /// The kind of change.
    pub class: Class,
    /// What it does, in one line.
    pub description: &'static str,
    /// A call and what it makes of a small CSV file.
    pub example: Example,
    pub(crate) parameter: Parameter,
    pub(crate) action: Action,
}

/// The classes of metamorphic properties (Murphy 2010, table 2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A constant is added.
    Additive,
    /// Numbers are multiplied by a constant.
    Multiplicative,
    /// The order is changed.
    Permutative,
    /// Numbers are replaced by their inverse.
    Invertive,
    /// Data are added.
    Inclusive,
    /// Data are taken away.
    Exclusive,
    /// Data are put together from parts.
    Compositional,
    /// A text is replaced; the table has no class for it.
    Substitutive,
}

/// A transform at work.
#[derive(Debug)]
pub struct Example {
    /// The call, as written in a property.
    pub call: &'static str,
    /// A CSV file.
    pub before: &'static str,
    /// The same file afterwards.
    pub after: &'static str,
}

/// What a transform takes besides what it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parameter {
    /// Nothing.
    None,
    /// A number.
    Number,
    /// How many rows, as a number or a share; without it, every row of the scope that is named.
    Amount,
    /// How many rows, as a number or a share; without it, every row.
    OptionalAmount,
    /// A text and what comes in its place.
    Replacement,
    /// Rows, or how many, as a number or a share of those there are.
    NewRows,
    /// The name of an input.
    Input,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Constant {
    Number(Number),
    Rows(u64),
    Share(Number),
    Replacement { from: String, to: String },
    NewRows(Vec<String>),
    Input(String),
}

/// How a transform changes a document.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    /// Replaces each number; `None` when the new one is out of range.
    Numbers {
        change: fn(value: Number, constant: Number) -> Option<Number>,
        /// Whether zero stays zero, so that zeros need not be written.
        keeps_zero: bool,
    },
    /// Replaces each value that is not a label.
    Texts {
        change: fn(value: &str, from: &str, to: &str) -> String,
    },
    /// Replaces each value that holds bytes, at random; `None` when it holds something else.
    Bytes {
        change: fn(value: &str, rng: &mut Rng) -> Option<String>,
    },
    /// Says which rows there are afterwards, given the indices of those in scope, ascending.
    Rows {
        arrange: fn(rows: &[Row<'_>], scope: &[usize], rng: &mut Rng) -> Vec<usize>,
        is_random: bool,
    },
    /// Puts rows after all others: those given, or as many as wanted, each made from those in scope
    /// and from the values of the columns that may change.
    NewRows {
        draw: fn(rows: &[Row<'_>], scope: &[usize], columns: &[bool], rng: &mut Rng) -> String,
    },
    /// Puts the rows of another input after all others.
    Compose,
}

impl TransformInfo {
    /// The formats it can change.
    pub fn formats(&self) -> Vec<&'static str> {
        let fitting = formats().iter().filter(|format| self.fits(format));
        fitting.map(|format| format.name).collect()
    }

    /// Whether it makes random choices whatever its constant.
    pub(crate) fn is_random(&self) -> bool {
        match self.action {
            Action::Numbers { .. }
            | Action::Texts { .. }
            | Action::NewRows { .. }
            | Action::Compose => false,
            Action::Bytes { .. } => true,
            Action::Rows { is_random, .. } => is_random,
        }
    }

    /// Whether it changes numbers, so that it must be known which columns are numeric.
    pub(crate) fn changes_numbers(&self) -> bool {
        matches!(self.action, Action::Numbers { .. })
    }

    /// Whether it changes texts, which may break the format that they are in.
    pub(crate) fn changes_texts(&self) -> bool {
        matches!(self.action, Action::Texts { .. })
    }

    /// Whether it can change files of this format.
    pub(crate) fn fits(&self, format: &FormatInfo) -> bool {
        match self.action {
            Action::Numbers { keeps_zero, .. } => {
                format.has_numbers && (keeps_zero || !format.omits_zeros)
            }
            Action::Texts { .. } | Action::Bytes { .. } => format.has_texts,
            Action::Rows { .. } | Action::NewRows { .. } | Action::Compose => format.has_rows,
        }
    }
}

impl PartialEq for TransformInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for TransformInfo {}

impl Class {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Additive => "additive",
            Self::Multiplicative => "multiplicative",
            Self::Permutative => "permutative",
            Self::Invertive => "invertive",
            Self::Inclusive => "inclusive",
            Self::Exclusive => "exclusive",
            Self::Compositional => "compositional",
            Self::Substitutive => "substitutive",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Input(name) => f.write_str(name),
            Self::Rows(n_rows) => write!(f, "{n_rows}"),
            Self::Share(percent) => write!(f, "{percent}%"),
            Self::Replacement { from, to } => {
                write_quoted(f, from)?;
                f.write_str(", ")?;
                write_quoted(f, to)
            }
            Self::NewRows(rows) => {
                for (index, row) in rows.iter().enumerate() {
                    f.write_str(if index > 0 { " " } else { "" })?;
                    write_quoted(f, row)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::{Blob, InputName, Interface, Request};

    use crate::transforms::transforms;
    use crate::{FollowUp, Property};

    /// A program that reads one CSV file with the label in column `class`.
    fn interface() -> Interface {
        Interface {
            arguments: vec!["{input}".to_owned()],
            inputs: [(
                InputName::new("input").unwrap(),
                killrate_model::InputSpec {
                    format: killrate_model::FormatName("csv".to_owned()),
                    label: Some("class".to_owned()),
                },
            )]
            .into(),
            outputs: [].into(),
        }
    }

    #[test]
    fn transforms_are_listed_by_name() {
        assert!(transforms().is_sorted_by_key(|transform| transform.name));
    }

    #[test]
    fn every_example_does_what_it_shows() {
        let name = InputName::new("input").unwrap();
        for transform in transforms() {
            let example = &transform.example;
            let text = format!("if {} then differ(stdout)", example.call);
            let property = Property::parse(&text).unwrap();
            assert_eq!(property.to_string(), text);
            let source = Request {
                arguments: interface().arguments,
                inputs: [(name.clone(), Blob::new(example.before.as_bytes()))].into(),
                outputs: [].into(),
                seed: None,
                ..Request::default()
            };
            let follow_up = property.follow_up(&interface(), &source, 0).unwrap();
            let FollowUp::Request(request) = follow_up else {
                panic!("{follow_up:?}");
            };
            assert_eq!(request.inputs[&name].to_text(), example.after);
        }
    }
}
