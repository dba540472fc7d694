//! The first phase: one program that holds the original and all mutants, and what else is run.

mod ahead;
mod programs;

pub(crate) use ahead::while_building;
pub(crate) use programs::{Programs, Repetition, program};
