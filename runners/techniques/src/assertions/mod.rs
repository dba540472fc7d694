//! Runtime assertion checking by likely invariants, learned from the original; one step per file.

mod alarms;
mod checking;
mod held_out;
mod keeping;
mod learning;
mod measuring;
mod teaching;
#[cfg(test)]
mod testing;
mod tracing;
mod verifying;

pub use learning::Assertions;
pub use teaching::Teaching;
pub use verifying::{VerifyingRuns, is_alarmed};
