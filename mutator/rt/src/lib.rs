//! The runtime woven into subjects: which mutant is active, how much fuel is left, what was
//! reached, and which properties of functions do not hold.
//!
//! The mutator writes this source beside every woven copy, so it depends on nothing but the standard
//! library and also compiles in the 2021 edition. Woven code calls the functions re-exported here
//! and nothing else; everything it needs from outside comes from the environment before `main`.

#[cfg(feature = "batches")]
mod batch;
#[cfg(feature = "calls")]
pub mod calls;
#[cfg(feature = "checks")]
pub mod checks;
#[cfg(not(feature = "checks"))]
#[path = "no_checks.rs"]
mod checks;
mod countdown;
mod each;
mod fuel;
mod probe;
mod report;
mod selection;
mod settled;
mod start;
mod tank;
mod value;
#[cfg(feature = "watch")]
mod watch;

#[cfg(feature = "batches")]
pub use batch::serve;
pub use countdown::is_due;
pub use each::{Each, EachRound, each, each_round};
pub use fuel::burn;
pub use probe::{calculate, compare, reach};
pub use selection::{
    PROBE, active, apart, inactive, known_outside, known_unwatched, outside, outside_or_due, passes,
};
#[cfg(feature = "watch")]
pub use watch::{
    Call, Counted, Depth, Kind, Observe, Role, Row, Scalar, Seen, Shape, Unseen, Watched, Width,
    field, is_awaited, leaving,
};
