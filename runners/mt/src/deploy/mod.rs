//! Standing in for a program in daily use.
//!
//! Whoever starts the stand-in gets the program itself; its tests run in the background, and what
//! they find goes to a spool and from there to a command of the administrator's.

mod arguments;
mod call;
#[cfg(fuzzing)]
pub mod fuzzing;
mod program;
mod report;
mod spool;
mod started;

pub use call::{Call, stand_in, test_call};
pub use started::Started;
