//! Properties of functions, checked while the program runs.
//!
//! A woven function that has properties asks [`enter`] whether this call is to be tested, keeps
//! copies of what the tests need, runs, and then has each property tested by [`Call::test`] in a
//! sandbox. Nothing of a test reaches the program but its verdict, which goes into the report.

mod board;
mod call;
mod carry;
mod copies;
mod direct;
mod draws;
mod early;
mod fork;
mod near;
mod pod;
mod queue;
mod random;
mod sandbox;
mod setting;
mod system;
mod tally;
mod told;
mod transforms;
mod word;

pub use call::{Call, Check, Sandbox, are_off, enter};
pub use carry::{Carried, Carry};
pub use copies::{Kind, copy, kind, snapshot};
pub use draws::draw;
#[cfg(unix)]
pub use early::Early;
pub use near::{ByEquality, ByNearness, Near, Pair, is_between};
pub use transforms::{
    Arithmetic, Sequence, add, concatenate, exclude, include, multiply, negate, permute, reverse,
};

#[cfg(unix)]
pub(crate) use fork::{exit_of_child, is_child};
#[cfg(unix)]
pub(crate) use queue::flush;
pub(crate) use sandbox::{is_testing, run_dry};
pub(crate) use setting::open;
pub(crate) use tally::report;

/// Whether two values are equal; numbers may differ by the tolerance.
#[macro_export]
macro_rules! same {
    ($left:expr, $right:expr, $tolerance:expr) => {
        match (&$left, &$right) {
            (kr_l, kr_r) => {
                #[expect(unused_imports, reason = "the types decide which of the two is used")]
                use $crate::checks::{ByEquality as _, ByNearness as _};
                (&&$crate::checks::Pair(kr_l, kr_r)).kr_same($tolerance)
            }
        }
    };
}

/// Whether a value is one of several; numbers may differ by the tolerance.
#[macro_export]
macro_rules! is_in {
    ($value:expr, $values:expr, $tolerance:expr) => {
        match (&$value, &$values) {
            (kr_value, kr_values) => kr_values
                .into_iter()
                .any(|kr_one| $crate::same!(*kr_value, *kr_one, $tolerance)),
        }
    };
}

/// Whether a value is between two others, or equal to one; numbers may differ by the tolerance.
#[macro_export]
macro_rules! is_in_range {
    ($value:expr, $least:expr, $most:expr, $tolerance:expr) => {
        match (&$value, &$least, &$most) {
            (kr_value, kr_least, kr_most) => {
                $crate::checks::is_between(kr_value, kr_least, kr_most)
                    || $crate::same!(*kr_value, *kr_least, $tolerance)
                    || $crate::same!(*kr_value, *kr_most, $tolerance)
            }
        }
    };
}
