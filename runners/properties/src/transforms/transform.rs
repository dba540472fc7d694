//! What a transform is.

use std::fmt;

use killrate_model::Rng;

use crate::document::{Document, Row};
use crate::formats::{FormatInfo, formats};
use crate::matrix::Matrix;
use crate::number::Number;
use crate::query::Query;
use crate::syntax::write_quoted;
use crate::transforms::apply::Obstacle;

/// A change of an input, or of an output that must follow.
#[derive(Debug)]
pub struct TransformInfo {
    /// The name in properties.
    pub name: &'static str,
    /// The kind of change.
    pub class: Class,
    /// What it does, in one line.
    pub description: &'static str,
    /// A call and what it makes of a small file.
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
    /// The format of the files.
    pub format: &'static str,
    /// The call, as written in a property.
    pub call: &'static str,
    /// A small file.
    pub before: &'static str,
    /// The same file afterwards. Another input, `other`, holds one row or entry.
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
    /// Two different positions.
    Positions,
    /// An input that lacks a word, or such a word in quotes, or both.
    Absent,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Constant {
    Number(Number),
    Rows(u64),
    Share(Number),
    Replacement {
        from: String,
        to: String,
    },
    NewRows(Vec<String>),
    Input(String),
    Positions(u64, u64),
    /// A word, made up where none is given, that the input lacks where one is named.
    Absent {
        input: Option<String>,
        word: Option<String>,
    },
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
    /// Changes each query, or says why it cannot.
    Queries {
        change: QueryChange,
        /// What is to be said where no query can be changed.
        idle: &'static str,
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
    /// Makes another matrix of a matrix; the entries of another input stand in the place of its name.
    Matrix {
        change: fn(matrix: &mut Matrix, constant: Option<&Constant>) -> Result<(), Obstacle>,
    },
    /// Changes an input and another of the same format.
    Both {
        change: ChangeBoth,
        needs_matrix: bool,
        is_random: bool,
    },
}

/// How two documents of a format are changed.
pub(crate) type ChangeBoth = for<'a> fn(
    one: &mut Document<'a>,
    other: &mut Document<'a>,
    format: &FormatInfo,
    rng: &mut Rng,
) -> Result<(), Obstacle>;

/// Changes a query, with a number or a word where it takes one; says whether it has.
pub(crate) type QueryChange = fn(&mut Query<'_>, Option<&Constant>) -> Result<bool, String>;

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
            | Action::Queries { .. }
            | Action::NewRows { .. }
            | Action::Compose
            | Action::Matrix { .. } => false,
            Action::Bytes { .. } => true,
            Action::Rows { is_random, .. } | Action::Both { is_random, .. } => is_random,
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

    /// Whether it changes another input besides the one it is called with.
    pub(crate) fn changes_both(&self) -> bool {
        matches!(self.action, Action::Both { .. })
    }

    /// Whether the other input that it takes must be of the same format.
    pub(crate) fn needs_same_format(&self) -> bool {
        matches!(self.action, Action::Both { .. } | Action::Matrix { .. })
    }

    /// Whether rows and columns can limit it.
    pub(crate) fn has_scope(&self) -> bool {
        !matches!(self.action, Action::Both { .. } | Action::Matrix { .. })
    }

    /// Whether it can change files of this format.
    pub(crate) fn fits(&self, format: &FormatInfo) -> bool {
        match self.action {
            Action::Numbers { keeps_zero, .. } => {
                format.has_numbers && (keeps_zero || !format.omits_zeros)
            }
            Action::Texts { .. } | Action::Bytes { .. } => format.has_texts,
            Action::Queries { .. } => format.has_queries,
            Action::Rows { .. } | Action::NewRows { .. } | Action::Compose => format.has_rows,
            Action::Matrix { .. } => format.is_matrix(),
            Action::Both { needs_matrix, .. } => !needs_matrix || format.is_matrix(),
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
            Self::Positions(one, other) => write!(f, "{one}, {other}"),
            Self::Absent { input, word } => {
                let gap = if input.is_some() && word.is_some() {
                    ", "
                } else {
                    ""
                };
                write!(f, "{}{gap}", input.as_deref().unwrap_or_default())?;
                word.iter().try_for_each(|word| write_quoted(f, word))
            }
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
    use killrate_model::{Blob, FormatName, InputName, InputSpec, Interface, Request};

    use crate::transforms::transforms;
    use crate::{FollowUp, Property};

    /// A program that reads two files of a format; in CSV files the label is in column `class`.
    fn interface(format: &str) -> Interface {
        let spec = InputSpec {
            format: FormatName(format.to_owned()),
            label: (format == "csv").then(|| "class".to_owned()),
        };
        let inputs = ["input", "other"].map(|name| (InputName::new(name).unwrap(), spec.clone()));
        Interface {
            arguments: vec!["{input}".to_owned(), "{other}".to_owned()],
            inputs: inputs.into(),
            numbers: [].into(),
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
        let other = InputName::new("other").unwrap();
        let matrix = "%%MatrixMarket matrix coordinate integer general\n2 1 1\n1 1 7\n";
        for transform in transforms() {
            let example = &transform.example;
            let text = format!("if {} then differ(stdout)", example.call);
            let property = Property::parse(&text).unwrap();
            assert_eq!(property.to_string(), text);
            let interface = interface(example.format);
            let content = match example.format {
                "matrix" => matrix,
                "query" => "7\ttybalt\n",
                _ => "length,class\n7,c\n",
            };
            let before = Blob::new(example.before.as_bytes());
            let content = Blob::new(content.as_bytes());
            let source = Request {
                arguments: interface.arguments.clone(),
                inputs: [(name.clone(), before), (other.clone(), content)].into(),
                outputs: [].into(),
                seed: None,
                ..Request::default()
            };
            let follow_up = property.follow_up(&interface, &source, 0).unwrap();
            let FollowUp::Request(request) = follow_up else {
                panic!("{follow_up:?}");
            };
            assert_eq!(request.inputs[&name].to_text(), example.after);
        }
    }
}
