//! Searches for relations: proposes inputs, reads laws from null spaces, and verifies them.

mod generic;
mod kinds;
mod maps;
mod propose;
mod saturation;
mod scan;
mod verify;

pub(crate) use kinds::{KINDS, Known, algebraic};
pub(crate) use maps::{Map, closure, generators, representative};
pub(crate) use propose::{Attempt, Search};
pub(crate) use scan::Scan;
