//! What can be wrong with files of Daikon's.

/// What is wrong with a file of Daikon's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DaikonError {
    /// A line that does not belong there.
    #[error(
        "line {line} is not what a trace of version 2 has there: `{text}`; give the .decls and .dtrace text of one program"
    )]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// The text ends in the middle of something.
    #[error("the trace ends in the middle of a call; give all of it")]
    End,
}
