//! Functions that people bring themselves.

use std::collections::BTreeSet;

/// Transforms and comparisons that are not in the language: in-tree code or external commands.
///
/// The language calls them by name; this crate starts no program, so whoever brings functions says
/// here how they are evaluated. The same content and arguments must always give the same answer.
pub trait Functions {
    /// What a transform makes of the whole content of an input or output.
    ///
    /// # Errors
    /// When it fails; the message says why.
    fn transform(
        &self,
        function: &str,
        arguments: &[String],
        content: &[u8],
    ) -> Result<Vec<u8>, String>;

    /// Whether an output of the follow-up run is what the source run's demands.
    ///
    /// # Errors
    /// When it fails; the message says why.
    fn compare(
        &self,
        function: &str,
        arguments: &[String],
        source: &[u8],
        follow_up: &[u8],
    ) -> Result<Answer, String>;
}

/// What a comparison says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The outputs relate as they must.
    Holds,
    /// They do not, and this is the smallest telling difference.
    Broken(String),
}

/// The names of the functions that properties may call besides those of the language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FunctionNames {
    /// Those that change an input or output.
    pub transforms: BTreeSet<String>,
    /// Those that compare outputs.
    pub comparisons: BTreeSet<String>,
}

/// No functions but those of the language.
#[derive(Debug, Clone, Copy)]
pub struct NoFunctions;

impl Functions for NoFunctions {
    fn transform(&self, function: &str, _: &[String], _: &[u8]) -> Result<Vec<u8>, String> {
        Err(format!("nobody brought a transform `{function}`"))
    }

    fn compare(&self, function: &str, _: &[String], _: &[u8], _: &[u8]) -> Result<Answer, String> {
        Err(format!("nobody brought a comparison `{function}`"))
    }
}
