//! Instruments: what the weaver puts into a program. Each has a folder, and `list` names them all.
//!
//! An instrument finds something in the source (`scan`), writes it into the woven text (`render`),
//! tells whether an error of the compiler is about it (`blame`), and leaves out what does not compile
//! (`fall_back`). A new one is a folder and a line in the list.

pub(crate) mod batches;
pub(crate) mod checks;
pub(crate) mod fuel;
pub(crate) mod mutants;
pub(crate) mod watching;

mod instrument;
mod list;
mod settings;

pub(crate) use instrument::{Blame, Culprit, FallBack, Instrument, Refused, Render, Scan};
pub(crate) use list::{ALL, Found, Part, Standing};
pub(crate) use settings::{Settings, SideFile};
