//! The first phase: one program that holds the original and all mutants, and what else is run.

mod ahead;
mod chosen;
mod options;
mod programs;

pub(crate) use ahead::while_building;
pub(crate) use chosen::choose;
pub(crate) use options::{second_options, weave_options};
pub(crate) use programs::{Programs, Repetition, program};
