//! Why a text is no query.

use std::fmt;

/// What is wrong with a query, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueryError {
    /// Where it stops making sense, in bytes.
    pub(super) offset: usize,
    /// What is wrong there.
    pub(super) problem: String,
}

impl QueryError {
    pub(super) fn new(offset: usize, problem: impl Into<String>) -> Self {
        Self {
            offset,
            problem: problem.into(),
        }
    }

    /// The problem, then the query with a caret under the place.
    pub(crate) fn in_query(&self, text: &str) -> impl fmt::Display {
        let column = 1 + text[..self.offset].chars().count();
        let line: String = text
            .chars()
            // A tab would put the caret under another column.
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        format!(
            "{}\n  {}\n  {:>column$}",
            self.problem,
            line.trim_end(),
            '^'
        )
    }
}

impl std::error::Error for QueryError {}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}
