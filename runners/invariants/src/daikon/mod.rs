//! Traces for Daikon and from it: `.decls` and `.dtrace`, version 2.
//!
//! Scalars become variables of type `int`, `boolean` (for tags of two values, as integers) or
//! `double`; the elements of sequences become arrays. What killrate derives from sequences is left
//! out, because Daikon derives its own. Integers beyond 64 bits and values that are not there are
//! `nonsensical`, as are the elements of sequences that are not kept in traces.

mod declarations;
mod error;
mod read;
#[cfg(test)]
mod testing;
mod variable;
mod write;

pub use declarations::Declarations;
pub use error::DaikonError;
pub use read::read_dtrace;
pub use write::{write_decls, write_dtrace};
