//! Places that could hold a mutant and do not.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place that could hold mutants and was left alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SkippedSite {
    /// The source file, relative to the package, with forward slashes.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The text that was left alone, cut to its first line.
    pub text: String,
    /// Why.
    pub reason: SkipReason,
}

/// Why a place was left alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// It is evaluated by the compiler, where no mutant can be chosen.
    ConstContext,
    /// It is in a `const fn`, which the compiler may have to evaluate.
    ConstFunction,
    /// It is in an `async` function, whose body is not dispatched.
    AsyncFunction,
    /// It is in a pattern, which is no expression.
    Pattern,
    /// It is in an attribute, which tells the compiler something and is never evaluated.
    Attribute,
    /// It is test code, which is not part of the program.
    TestCode,
    /// It is in a macro whose arguments need not be expressions.
    UnknownMacro,
    /// It is in the definition of a macro, whose tokens have no type.
    MacroDefinition,
}

impl SkipReason {
    /// The reason in words.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::ConstContext => "evaluated at compile time",
            Self::ConstFunction => "in a const fn",
            Self::AsyncFunction => "in an async fn",
            Self::Pattern => "in a pattern",
            Self::Attribute => "in an attribute",
            Self::TestCode => "test code",
            Self::UnknownMacro => "in a macro whose arguments need not be expressions",
            Self::MacroDefinition => "in a macro definition",
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
