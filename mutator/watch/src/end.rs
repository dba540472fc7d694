//! How calls end.

/// How a call of a function ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End<R> {
    /// It returned.
    Returned {
        /// By which of the function's exits, from 1; the last is the end of the body.
        exit: u32,
        /// What was seen then.
        row: R,
    },
    /// It panicked, so nothing was seen after its entry.
    Panicked,
}

impl<R> End<R> {
    /// The same end, with a reference to what was seen.
    pub fn as_ref(&self) -> End<&R> {
        match self {
            Self::Returned { exit, row } => End::Returned { exit: *exit, row },
            Self::Panicked => End::Panicked,
        }
    }

    /// What was seen when it returned.
    pub fn row(&self) -> Option<&R> {
        match self {
            Self::Returned { row, .. } => Some(row),
            Self::Panicked => None,
        }
    }
}
