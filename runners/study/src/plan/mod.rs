//! The phase between baseline and rounds: techniques are made and taught, and plan their cases.

mod preview;
mod techniques;

pub use preview::{Preview, preview};
pub(crate) use techniques::{layout, plan};
