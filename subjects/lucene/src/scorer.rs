//! What scorers give.

/// A document that matches, and how well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The document, counted from 0.
    pub document: usize,
    /// How well it matches.
    pub score: f32,
}
