//! Where functions come from.

mod command;
mod rust;
mod shared;

pub use command::of_command;
pub use rust::of_crate;
pub use shared::of_library;
