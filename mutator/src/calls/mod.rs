//! Programs that make calls of one function of a library: a driver is generated, the library woven.
//!
//! [`generate_calls`] looks at the library, finds the function and writes the driver; the options that
//! it gives are then woven, or built plain, like those of any driver.

mod callee;
mod closure;
mod dependency;
mod generate;
mod library;
mod signature;

pub use dependency::{Dependency, DependencyError};
pub use generate::{CallsError, CallsProgram, generate_calls};
pub use library::generate_library_calls;
pub use signature::{NumberType, Refusal};
