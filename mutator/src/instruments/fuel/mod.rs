//! Fuel, which every loop and every function that may call itself burns.
//!
//! It has no part that the compiler could refuse alone: a function in which it does not compile is
//! left as written.

mod blame;
mod fall_back;
mod leaving;
mod render;
mod scan;

/// Fuel.
pub(crate) struct Fuel;

/// Nothing is kept besides the places at which it is burnt.
pub(crate) type Found = ();

/// Nothing of it is left out while anything is woven.
pub(crate) type Standing = ();

/// Where fuel is burnt, apart from the entries of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// What is between the braces of a `while` or a `loop`.
    LoopBody,
    /// What a `for` loop goes through.
    Collection {
        /// Whether something in the loop may leave it before its end.
        may_be_left: bool,
    },
    /// The body of a closure that something unbounded may call.
    ClosureBody,
}
