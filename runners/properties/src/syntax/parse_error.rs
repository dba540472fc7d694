//! Why a text is not a property.

use std::fmt;

/// What is wrong with the text of a property, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The text that was to be read.
    pub text: String,
    /// Where it stops making sense, in characters from 1.
    pub column: usize,
    /// What was expected there.
    pub problem: String,
    /// The known name most like the unknown one, where a name is the problem.
    pub nearest: Option<&'static str>,
}

impl std::error::Error for ParseError {}

impl fmt::Display for ParseError {
    /// The problem, then the text with a caret under the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: String = self
            .text
            .chars()
            // A tab or a line end would put the caret under another column.
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        writeln!(
            f,
            "cannot read the property at column {}: {}",
            self.column, self.problem
        )?;
        writeln!(f, "  {}", line.trim_end())?;
        write!(f, "  {:>width$}", '^', width = self.column)
    }
}
