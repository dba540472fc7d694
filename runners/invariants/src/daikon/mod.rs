//! Traces for Daikon and from it: `.decls` and `.dtrace`, version 2.
//!
//! Scalars become variables of type `int`, `boolean` (for tags of two values, as integers) or
//! `double`; the elements of sequences become arrays, and what belongs to elements is an array named
//! after `.each` of them (`x.each.len[..]`). What killrate derives from sequences is left
//! out, because Daikon derives its own. Integers beyond 64 bits and values that are not there are
//! `nonsensical`, as are the elements of sequences that are not kept in traces.
//!
//! Every exit of a function is a point of its own, `EXIT1` and so on, of the type `subexit`: Daikon puts
//! them together itself. A call that panicked ends at the point `THROWS`, which has only what the call
//! cannot have changed.

mod declarations;
mod error;
mod read;
#[cfg(test)]
mod testing;
mod variable;
mod write;

/// Where a function is entered.
const ENTER: &str = "ENTER";
/// Where it returns; the number of the exit follows.
const EXIT: &str = "EXIT";
/// Where it panics.
const THROWS: &str = "THROWS";

pub use declarations::Declarations;
pub use error::DaikonError;
pub use read::read_dtrace;
pub use write::{write_decls, write_dtrace};
