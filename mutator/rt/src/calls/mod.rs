//! Many calls of one function in one run: a table of arguments in, a table of results out.
//!
//! The weaver generates a program whose `main` is a call of [`serve`] or [`serve_library`]. Every
//! call has all the fuel for itself and may panic; what ends the whole process leaves the results
//! that were written before, and whoever asked asks again for the rest.

mod function;
mod library;
mod number;
mod one;
mod serve;
mod table;

pub use function::Function;
pub use number::{Argument, Outcome};
pub use serve::{serve, serve_library};

pub(crate) use one::run_dry;
