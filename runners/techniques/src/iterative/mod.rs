//! Iterative metamorphic testing: tests are derived from tests, so that chains of properties are tried
//! and not only each property alone.
//!
//! Wu, "Iterative Metamorphic Testing" (COMPSAC 2005): IMT tries all chains up to a length, IMT_q one.

mod chaining;
mod derivations;
mod explored;
mod scene;
mod shortening;
mod technique;
#[cfg(test)]
mod tests;
mod walk;
#[cfg(test)]
mod wu;

pub use chaining::{Chaining, ChainingError, Chains, Counting, MAX_DEPTH, Until};
pub use explored::{Depth, Explored, FailingChain};
pub use technique::Iterative;
