//! Why a property of a function cannot be used.

/// Why a property of a function cannot be used, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot use the property at line {line}, column {column} of `{path}`: {message}")]
pub struct CheckError {
    /// The file, relative to the package.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong, and what to do.
    pub message: String,
}
