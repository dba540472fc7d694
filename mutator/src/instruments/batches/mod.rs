//! Batches: `main` is called for many inputs in one process.
//!
//! What one call leaves behind, another would find; so a program whose source keeps something outside
//! of what `main` makes, or ends the process, is refused. What the source does not show, the executor
//! finds out: it runs a sample of the inputs alone, too.

mod blame;
mod fall_back;
mod render;
mod scan;

/// Batches.
pub(crate) struct Batches;

/// What was found in one file.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The index of the function that a process starts with.
    pub main: Option<usize>,
    /// The first thing because of which calls of it could see each other.
    pub obstacle: Option<Obstacle>,
}

/// Something that one call of `main` would leave to the next.
#[derive(Debug, Clone)]
pub(crate) struct Obstacle {
    pub line: u32,
    pub text: String,
}

/// Nothing of it is left out while anything is woven.
pub(crate) type Standing = ();

/// It writes at the beginning of a function and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {}
