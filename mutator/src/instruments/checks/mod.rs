//! Properties of functions: how they are written, and the Rust they become.
//!
//! A property stands behind `@meta` in the doc comment of a function or in a side file. It is a
//! boolean expression of Rust with a few words more; `notation` reads it, `translate` writes it as
//! Rust, and the compiler has the last word on its types. A function that draws random numbers from
//! outside of the process is marked with `@random` in the same places.

mod blame;
mod declared;
mod error;
mod fall_back;
mod found;
mod notation;
mod options;
mod random;
mod reach_out;
mod render;
mod scan;
mod translate;
mod words;
mod wrapper;
mod written;

pub use error::CheckError;
pub use found::{CheckOptions, FunctionProperty};
pub use written::Annotation;

pub(crate) use declared::{Declared, Passing};
pub(crate) use found::{Check, describe, find};
pub(crate) use notation::Property;
pub(crate) use options::Recursion;
pub(crate) use random::RandomFunction;
pub(crate) use reach_out::test_functions;
pub(crate) use translate::{Translated, translate};
pub(crate) use wrapper::{Piece, after_body, before_body};
pub(crate) use written::{Written, in_comments, in_side_file};

/// Properties of functions, and the random numbers that their tests are given again.
pub(crate) struct Checks;

/// What is written about the functions of one file.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// What the declaration of every function says.
    pub declared: Vec<Declared>,
    /// The properties of its functions that are checked, in the order of functions.
    pub checks: Vec<Check>,
    /// Its functions that draw random numbers from outside of the process.
    pub random_functions: Vec<RandomFunction>,
}

/// Nothing of it is ever left out.
pub(crate) type Standing = ();

/// The test of the check of this index in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part(pub usize);
