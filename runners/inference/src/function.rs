//! A numeric function that can be called, many rows of arguments at a time.

use std::error::Error;

/// A function of numbers whose result is a number.
///
/// Whoever implements this decides where the calls happen: in this process, in a sandboxed program
/// that reads a table of arguments, in a mutant of it. Inference only ever sees tables, because one
/// request for a hundred thousand calls costs little more than one for a single call.
pub trait Function {
    /// How many arguments a call has.
    fn arity(&self) -> usize;

    /// What kind of number an argument is.
    fn argument(&self, _index: usize) -> Number {
        Number::Double
    }

    /// What kind of number the result is.
    fn result(&self) -> Number {
        Number::Double
    }

    /// The results of many calls: `arguments` is a table of rows, each with one number per argument.
    ///
    /// Gives one result per row, in the order of the rows. Numbers are already of the kind that
    /// [`argument`](Self::argument) says; an integer comes as the float of the same value.
    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError>;
}

/// What kind of number an argument or a result is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A float of 64 bits.
    Double,
    /// A float of 32 bits.
    Single,
    /// A whole number between two others, both included.
    Integer {
        /// The least value.
        least: f64,
        /// The greatest value.
        greatest: f64,
    },
    /// False or true, which come as 0 and 1.
    Boolean,
}

impl Number {
    /// The distance between 1 and the next number of this kind; zero for numbers without rounding.
    pub fn epsilon(self) -> f64 {
        match self {
            Self::Double => f64::EPSILON,
            Self::Single => f64::from(f32::EPSILON),
            Self::Integer { .. } | Self::Boolean => 0.0,
        }
    }

    /// Whether numbers of this kind lie apart from each other.
    pub fn is_discrete(self) -> bool {
        matches!(self, Self::Integer { .. } | Self::Boolean)
    }

    /// The number of this kind that is nearest to another; `None` when there is none near.
    pub fn nearest(self, value: f64) -> Option<f64> {
        match self {
            Self::Double => Some(value),
            Self::Single => Some(f64::from(value as f32)),
            Self::Integer { least, greatest } => {
                let value = value.round();
                (least <= value && value <= greatest).then_some(value)
            }
            Self::Boolean => (value == 0.0 || value == 1.0).then_some(value),
        }
    }
}

/// What one call gave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Returned {
    /// A number, which may be infinite or no number: those are values, too.
    Value(f64),
    /// The call panicked, or ended in an exception.
    Panicked,
    /// The call used more fuel or time than it may.
    OutOfFuel,
}

impl Returned {
    /// The value, where there is one that can be computed with.
    pub fn finite(self) -> Option<f64> {
        match self {
            Self::Value(value) if value.is_finite() => Some(value),
            _ => None,
        }
    }
}

/// A table of calls could not be made at all, which is a fault and never a verdict.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct CallError(Box<dyn Error + Send + Sync>);

impl CallError {
    /// The error with this cause.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }

    /// The cause, for whoever implements functions and wants its own error back.
    pub fn into_inner(self) -> Box<dyn Error + Send + Sync> {
        self.0
    }
}

/// A function of this process: a reference implementation, or the function of a test.
#[derive(Debug, Clone)]
pub struct InProcess<F> {
    arity: usize,
    function: F,
}

impl<F: FnMut(&[f64]) -> f64> InProcess<F> {
    /// A function with so many arguments.
    pub fn new(arity: usize, function: F) -> Self {
        Self { arity, function }
    }
}

impl<F: FnMut(&[f64]) -> f64> Function for InProcess<F> {
    fn arity(&self) -> usize {
        self.arity
    }

    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
        Ok(arguments
            .chunks_exact(self.arity)
            .map(|row| Returned::Value((self.function)(row)))
            .collect())
    }
}
