//! Why what is written about a function cannot be used.

use super::Annotation;

/// Why a property of a function or `@random` cannot be used, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot use {} at line {line}, column {column} of `{path}`: {message}", annotation.thing())]
pub struct CheckError {
    /// What cannot be used.
    pub annotation: Annotation,
    /// The file, relative to the package.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong, and what to do.
    pub message: String,
}
