//! What the weaver puts into a program, one folder for each thing.

pub(crate) mod checks;
pub(crate) mod fuel;
pub(crate) mod mutants;
pub(crate) mod watching;
