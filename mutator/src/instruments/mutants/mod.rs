//! Mutants: which body a function takes, what a site evaluates, and those that become programs of
//! their own.

pub(crate) mod alone;
pub(crate) mod choices;
mod shapes;
