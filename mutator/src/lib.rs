//! Source in, woven program out: one build that holds the original and all mutants of a package.
//!
//! [`find`] lists candidates without compiling anything; [`weave`] splices all of them into a copy
//! of the package, lets the compiler withdraw those whose types do not fit, and builds what is left
//! once. The program chooses a mutant when it starts, as `killrate_model::protocol` says. All
//! builds are release builds in which integers wrap, whatever the package's own profile says.

mod assembly;
mod blame;
mod calls;
mod cargo;
mod copies;
mod copy;
mod diagnostic;
mod diff;
mod driver;
mod error;
mod event;
mod inherit;
mod instruments;
mod kept;
mod lines;
mod macros;
mod marked;
mod modules;
mod operators;
mod package;
mod panic_handler;
mod placebos;
mod recursion;
mod render;
mod runtime;
mod same_code;
mod scan;
mod settle;
mod single;
mod site;
mod sites;
mod skipped;
mod source;
mod sources;
mod test_programs;
mod weave;
mod workshop;

pub use calls::{
    CallsError, CallsProgram, Dependency, DependencyError, NumberType, Refusal, generate_calls,
    generate_library_calls,
};
pub use cargo::StartError;
pub use copy::CopyError;
pub use diff::diff;
pub use driver::lock_driver;
pub use error::MutatorError;
pub use event::WeaveEvent;
pub use instruments::checks::{Annotation, CheckError, CheckOptions, FunctionProperty};
pub use instruments::watching::Unwatched;
pub use lines::Line;
pub use marked::{Marked, build_marked};
pub use modules::ModuleError;
pub use package::{Offer, Package, PackageError};
pub use placebos::{Placebo, PlaceboError, PlaceboProgram, find_placebos, weave_placebos};
pub use same_code::{SameCode, find_same_code};
pub use single::{build_plain, build_single};
pub use sites::Sites;
pub use skipped::{SkipReason, SkippedSite};
pub use source::ParseError;
pub use sources::sources;
pub use test_programs::{TestProgram, weave_tests};
pub use weave::{WeaveOptions, Woven, find, source_digest, weave};
