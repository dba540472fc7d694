//! The append-only log of finished executions.
//!
//! Each worker of each start of the harness writes files of its own, so nobody appends to a file
//! that may end in the middle of a frame. A log is locked as long as it is written, so that others who
//! read it can tell a frame on its way from one that is cut off.

mod frame;
mod reader;
mod writer;

#[cfg(fuzzing)]
pub(crate) use frame::encode as encode_frame;
#[cfg(fuzzing)]
pub(crate) use reader::LogFile;
pub(crate) use reader::{is_being_written, read, read_at};
pub(crate) use writer::{Location, Writer, next_start};
