//! Numeric functions of crates, commands and shared libraries, called in tables.
//!
//! However many calls are asked for, they are one request: a program reads a table of arguments and
//! writes a table of results. The executor runs it like everything else, so calls are sandboxed, kept,
//! and not made twice. A call that panics or burns all its fuel is a result like others; one that ends
//! the whole process is found, and the calls after it are made by further requests.
//!
//! [`Callable`] is what can be called, and [`Caller`] a variant of it, which is a
//! [`Function`](killrate_inference::Function) to whoever infers relations.

mod callable;
mod caller;
mod complete;
mod error;
mod examined;
mod limits;
mod protocol;
mod saved;
mod sources;

pub use callable::Callable;
pub use caller::{Caller, Surroundings};
pub use error::CallsError;
pub use saved::{SaveError, Saved, saved};
pub use sources::{of_command, of_crate, of_library};
