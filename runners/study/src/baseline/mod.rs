//! The second phase: the originals, run before any mutant.
//!
//! Both runs of every request show whether the original is deterministic. The first gives the fuel
//! and the time that a mutant may use, the second, with the reach probe, tells for every mutant at
//! once whether it could show anything else.

mod allowance;
mod difference;
mod originals;
mod sources;

pub use allowance::{FUEL_FLOOR, FUEL_MULTIPLE, SLOW_MULTIPLE};
pub(crate) use allowance::{fuel_multiple, is_slow, of_mutants, of_original};
pub use difference::Difference;
pub(crate) use originals::{Baseline, Originals};
pub(crate) use sources::check_sources;
pub use sources::{BaselineError, SecondError, SecondProblem};
