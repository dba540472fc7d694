//! The parts of a property.

use std::fmt;

use crate::document::Document;
use crate::number::Number;
use crate::relations::RelationInfo;
use crate::syntax::scope::{Scope, write_value};
use crate::tolerance::Tolerance;
use crate::transforms::{Constant, TransformInfo};

/// An input or output, and the transforms that change it, the innermost first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) name: String,
    pub(crate) calls: Vec<Call>,
}

/// One step from what is there to what must follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Call {
    /// A transform of the language.
    Known(TransformCall),
    /// A function that somebody brings.
    Own(OwnCall),
}

/// A function that somebody brings, with what it is called with besides content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnCall {
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
}

/// A transform with its constant and scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TransformCall {
    pub(crate) transform: &'static TransformInfo,
    pub(crate) constant: Option<Constant>,
    pub(crate) scope: Scope,
}

/// A relation and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RelationCall {
    pub(crate) relation: Relation,
    /// The source run's output, and what the follow-up run's must be related to.
    pub(crate) output: Expression,
    /// The follow-up run's output after these transforms; as it is when `None`.
    pub(crate) follow_up: Option<Expression>,
    pub(crate) argument: Option<Argument>,
}

/// Who decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Relation {
    /// A relation of the language.
    Known(&'static RelationInfo),
    /// A comparison that somebody brings.
    Own(OwnCall),
}

/// What a relation takes besides an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Argument {
    Tolerance(Tolerance),
    /// A share in percent.
    Share(Number),
    /// Two bounds, both included.
    Range(Number, Number),
}

/// A command-line option that the follow-up run gets another value of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) option: String,
    pub(crate) value: String,
}

impl Expression {
    /// Whether a transform in it makes random choices.
    pub(crate) fn is_seeded(&self) -> bool {
        self.calls.iter().any(Call::is_seeded)
    }
}

impl Call {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Known(call) => call.transform.name,
            Self::Own(call) => &call.name,
        }
    }

    /// Whether it makes random choices; functions that somebody brings must not.
    pub(crate) fn is_seeded(&self) -> bool {
        match self {
            Self::Known(call) => call.is_seeded(),
            Self::Own(_) => false,
        }
    }

    /// The input whose rows it takes besides what it changes, if any.
    pub(crate) fn other_input(&self) -> Option<&str> {
        self.known().and_then(TransformCall::other_input)
    }

    /// Whether it changes another input besides the one it is called with.
    pub(crate) fn changes_both(&self) -> bool {
        self.known()
            .is_some_and(|call| call.transform.changes_both())
    }

    /// The input that it looks for a word in, if any.
    pub(crate) fn searched_input(&self) -> Option<&str> {
        match &self.known()?.constant {
            Some(Constant::Absent { input, .. }) => input.as_deref(),
            _ => None,
        }
    }

    /// The call, if it is of the language.
    pub(crate) fn known(&self) -> Option<&TransformCall> {
        match self {
            Self::Known(call) => Some(call),
            Self::Own(_) => None,
        }
    }
}

impl Relation {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Known(relation) => relation.name,
            Self::Own(call) => &call.name,
        }
    }

    /// The relation, if it is of the language.
    pub(crate) fn known(&self) -> Option<&'static RelationInfo> {
        match self {
            Self::Known(relation) => Some(relation),
            Self::Own(_) => None,
        }
    }
}

impl TransformCall {
    /// The input whose rows it takes besides what it changes, if any.
    pub(crate) fn other_input(&self) -> Option<&str> {
        match &self.constant {
            Some(Constant::Input(name)) => Some(name),
            _ => None,
        }
    }

    /// The same with a word that is known to be absent.
    pub(crate) fn with_word(&self, word: String) -> Self {
        Self {
            constant: Some(Constant::Absent {
                input: None,
                word: Some(word),
            }),
            ..self.clone()
        }
    }

    /// The same with the rows of another input in the place of its name.
    pub(crate) fn with_rows(&self, other: &Document<'_>) -> Self {
        let rows = other.rows().iter();
        Self {
            constant: Some(Constant::NewRows(
                rows.map(|row| row.text().to_owned()).collect(),
            )),
            ..self.clone()
        }
    }

    /// Whether it makes random choices.
    pub(crate) fn is_seeded(&self) -> bool {
        let has_amount = matches!(self.constant, Some(Constant::Rows(_) | Constant::Share(_)));
        self.transform.is_random() || has_amount
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The innermost call is applied first and written last.
        for call in self.calls.iter().rev() {
            write!(f, "{}(", call.name())?;
        }
        f.write_str(&self.name)?;
        for call in &self.calls {
            match call {
                Call::Known(call) => {
                    if let Some(constant) = &call.constant {
                        write!(f, ", {constant}")?;
                    }
                    write!(f, "{}", call.scope)?;
                }
                Call::Own(call) => write_arguments(f, call)?,
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

impl fmt::Display for RelationCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}", self.relation.name(), self.output)?;
        if let Some(follow_up) = &self.follow_up {
            write!(f, ", follow-up {follow_up}")?;
        }
        if let Relation::Own(call) = &self.relation {
            write_arguments(f, call)?;
        }
        match &self.argument {
            Some(Argument::Tolerance(tolerance)) => write!(f, ", {tolerance}")?,
            Some(Argument::Share(percent)) => write!(f, ", {percent}%")?,
            Some(Argument::Range(low, high)) => write!(f, ", {low}..{high}")?,
            None => {}
        }
        f.write_str(")")
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.option)?;
        write_value(f, &self.value)
    }
}

fn write_arguments(f: &mut fmt::Formatter<'_>, call: &OwnCall) -> fmt::Result {
    for argument in &call.arguments {
        f.write_str(", ")?;
        write_value(f, argument)?;
    }
    Ok(())
}
