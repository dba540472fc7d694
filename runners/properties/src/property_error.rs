//! Why a property cannot be used on a subject.

use killrate_model::InputName;

use crate::formats::FormatError;

/// What does not fit between a property and a subject or its data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PropertyError {
    /// The subject has no input of this name.
    #[error("there is no input `{name}`; {hint}")]
    UnknownInput {
        /// The name in the property.
        name: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// The subject has no output of this name.
    #[error("there is no output `{name}`; {hint}")]
    UnknownOutput {
        /// The name in the property.
        name: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// The subject names a format that is not known.
    #[error("there is no format `{name}` for `{of}`; {hint}")]
    UnknownFormat {
        /// The input or output.
        of: String,
        /// The name of its format.
        name: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// The transform cannot change this format.
    #[error(
        "`{transform}` cannot change `{of}`, whose format is `{format}`; it can change {fitting}"
    )]
    UnfitTransform {
        /// The transform.
        transform: &'static str,
        /// The input or output.
        of: String,
        /// Its format.
        format: &'static str,
        /// The formats that fit.
        fitting: String,
    },
    /// The transform needs a format.
    #[error(
        "`{transform}` cannot change `{of}`, whose format is not known; name it, if it is one of {fitting}"
    )]
    UnknownContent {
        /// The transform.
        transform: &'static str,
        /// The input or output.
        of: String,
        /// The formats that fit.
        fitting: String,
    },
    /// The transform takes another input, which must be like the one that it changes.
    #[error(
        "`{transform}` needs two of the same format; `{of}` is `{format}` and `{other}` is `{other_format}`"
    )]
    UnfitOther {
        /// The transform.
        transform: &'static str,
        /// The input or output that it changes.
        of: String,
        /// Its format.
        format: &'static str,
        /// The other input.
        other: InputName,
        /// The format of that.
        other_format: &'static str,
    },
    /// The transform cannot change a single number.
    #[error(
        "`{transform}` cannot change `{number}`, which is a number among the arguments; it can be changed by {fitting}"
    )]
    UnfitForNumber {
        /// The transform.
        transform: String,
        /// The number.
        number: String,
        /// The transforms that fit.
        fitting: String,
    },
    /// A single number has no parts to choose from.
    #[error(
        "`{transform}` names rows, columns or classes of `{number}`, which is a number among the arguments; leave them out"
    )]
    ScopeOfNumber {
        /// The transform.
        transform: String,
        /// The number.
        number: String,
    },
    /// The relation cannot compare this format.
    #[error(
        "`{relation}` cannot compare `{of}`, whose format is `{format}`; it can compare {fitting}"
    )]
    UnfitRelation {
        /// The relation.
        relation: &'static str,
        /// The output.
        of: String,
        /// Its format.
        format: &'static str,
        /// The formats that fit.
        fitting: String,
    },
    /// The relation looks rows up by their numbers, and the output does not say that it has any.
    #[error(
        "`{relation}` cannot compare `{of}`, whose manifest does not say which rows it ranks; write `shows = \"ranks\"` there, and `of` which input"
    )]
    NoRanks {
        /// The relation.
        relation: &'static str,
        /// The output.
        of: String,
    },
    /// The subject's arguments have no such option.
    #[error("there is no option `{option}` with a value; {hint}")]
    UnknownOption {
        /// The name in the property.
        option: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// The seed is not a number.
    #[error("the seed `{value}` is not a number; write one such as `seed=7`")]
    InvalidSeed {
        /// The value in the property.
        value: String,
    },
    /// The input has no column of this name.
    #[error("there is no column `{column}` in `{input}`; {hint}")]
    UnknownColumn {
        /// The input.
        input: InputName,
        /// The name in the property.
        column: String,
        /// The nearest name, or all names.
        hint: String,
    },
    /// The request does not bring an input that the property changes.
    #[error("the data set has no input `{input}`, which the property changes")]
    MissingInput {
        /// The input.
        input: InputName,
    },
    /// A function that somebody brings fails.
    #[error("`{function}` fails on `{input}`: {problem}")]
    Function {
        /// The function.
        function: String,
        /// The input.
        input: InputName,
        /// What it says.
        problem: String,
    },
    /// The request does not bring a number that the property changes.
    #[error("there is no value of the number `{number}`, which the property changes")]
    MissingNumber {
        /// The number.
        number: InputName,
    },
    /// An input is not what its format demands.
    #[error("cannot read `{input}` as `{format}`")]
    UnreadableInput {
        /// The input.
        input: InputName,
        /// Its format.
        format: &'static str,
        /// What is wrong with it.
        source: FormatError,
    },
}
