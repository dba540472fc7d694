//! Likely invariants: what held in every call of a function that was seen.
//!
//! An [`Engine`] reads traces of watched programs in one pass, keeps a bounded amount of evidence for
//! each function, and can be merged with others. What it gives are [`Invariant`]s that its templates
//! find justified; each holds on every call it was learned from, because what decides that here is
//! the code that checks it in a watched program.

/// The worked example of the folder's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod daikon;
mod engine;
mod evidence;
mod false_alarms;
mod implied;
mod invariant;
mod point;
mod templates;
mod trace;

pub use daikon::{DaikonError, Declarations, read_dtrace, write_decls, write_dtrace};
pub use engine::{Engine, Panics};
pub use false_alarms::FalseAlarms;
pub use invariant::{Invariant, learned};
pub use templates::{TEMPLATES, Template};
pub use trace::{Call, Function, Trace};
