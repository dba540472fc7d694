//! Studies of numeric functions: relations are inferred from the original of a function, and each of
//! its mutants is checked by them.
//!
//! A [`Manifest`] names functions and the packages that implement them. [`study`] weaves each
//! implementation, infers its relations, and gives [`Facts`]: what each mutant shows, nothing about
//! what counts as caught. [`tables`] makes tables of facts, beside what Zhang et al. (ASE 2014) print.

mod error;
mod facts;
mod keep;
mod manifest;
mod one;
mod published;
mod study;
mod tables;

pub use error::FunctionsError;
pub use facts::{Facts, FunctionFact, MutantFact, RelationFact};
pub use keep::{read, write};
pub use manifest::{Implementation, Manifest};
pub use published::Published;
pub use study::study;
pub use tables::tables;
