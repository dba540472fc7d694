//! A part of the answer.

use crate::standings::Standings;

/// Sentences that belong together, and how the techniques did where they are about that.
#[derive(Debug, Clone, PartialEq)]
pub struct Paragraph {
    /// What is said, in order.
    pub sentences: Vec<String>,
    pub(crate) standings: Option<Standings>,
}

impl Paragraph {
    /// Sentences alone.
    pub fn of(sentences: Vec<String>) -> Self {
        Self {
            sentences,
            standings: None,
        }
    }
}
