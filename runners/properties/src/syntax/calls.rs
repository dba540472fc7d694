//! The parts of a property.

use std::fmt;

use crate::number::Number;
use crate::relations::RelationInfo;
use crate::syntax::scope::{Scope, write_value};
use crate::tolerance::Tolerance;
use crate::transforms::{Constant, TransformInfo};

/// An input or output, and the transforms that change it, the innermost first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) name: String,
    pub(crate) calls: Vec<TransformCall>,
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
    pub(crate) relation: &'static RelationInfo,
    pub(crate) output: Expression,
    pub(crate) argument: Option<Argument>,
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
        self.calls.iter().any(TransformCall::is_seeded)
    }
}

impl TransformCall {
    /// Whether it makes random choices.
    pub(crate) fn is_seeded(&self) -> bool {
        let has_amount = matches!(self.constant, Some(Constant::Rows(_) | Constant::Share(_)));
        self.transform.is_random() || has_amount
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for call in self.calls.iter().rev() {
            write!(f, "{}(", call.transform.name)?;
        }
        f.write_str(&self.name)?;
        for call in &self.calls {
            if let Some(constant) = &call.constant {
                write!(f, ", {constant}")?;
            }
            write!(f, "{})", call.scope)?;
        }
        Ok(())
    }
}

impl fmt::Display for RelationCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}", self.relation.name, self.output)?;
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
