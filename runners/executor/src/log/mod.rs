//! The append-only log of finished executions.
//!
//! Each worker of each start of the harness writes files of its own, so nobody appends to a file
//! that may end in the middle of a frame.

mod frame;
mod reader;
mod writer;

pub(crate) use reader::{read, read_at};
pub(crate) use writer::{Location, Writer, next_start};
