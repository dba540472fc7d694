//! Watching: what is seen of a function's calls, and by which exit they end.

pub(crate) mod calls;
pub(crate) mod exits;
pub(crate) mod points;
mod render;
mod telling;
pub(crate) mod types;

pub(crate) use calls::Watch;
pub(crate) use types::{Content, ObservedType};
