//! What changed from one record to another.

mod answer;
mod mutants;
mod rates;
mod rows;
mod verdicts;

pub use answer::{Diff, diff};
