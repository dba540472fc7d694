//! Runs each distinct execution once.
//!
//! An execution is a variant of a program and a request. The executor gives each a private folder,
//! limits and a process group of its own, turns what it showed into an observation, and writes that
//! to a log that survives the harness: whatever finished is never run again.
//!
//! One execution, from the outside in: [`Executor`] makes a `batch` of what is asked, which shares
//! it among threads (`pool`) and asks the `store` for what is known; `observe` lays out a `folder`, lets `process` run the program in
//! it and reads what it left. How a program is confined is the business of `process` alone; its
//! name for that is [`Executor::tier`].

mod arguments;
mod batch;
mod blob_store;
mod capture;
mod clock;
mod codec;
mod cpu;
mod damage;
mod event;
mod execution;
mod executor;
mod fault;
mod folder;
mod interner;
mod log;
mod observe;
mod place;
mod pool;
mod process;
mod rlimits;
mod spawn;
mod store;
mod stray;
mod tree;

pub use arguments::{ArgumentError, check_arguments};
pub use damage::{Damage, DamageKind};
pub use event::Event;
pub use execution::{Cost, Execution, Outcome, Program};
pub use executor::{Executor, Settings};
pub use fault::{Fault, RunError};
