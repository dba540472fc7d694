//! Metamorphic testing of any command-line program.
//!
//! A [`ProgramManifest`](killrate_catalogue::manifest::ProgramManifest) names a command, its inputs and outputs, and properties, as a descriptor of the
//! papers does, which [`from_xml`] reads; [`Spec::resolve`] makes of it what can be run.
//! [`test()`] has the technique of studies plan and judge, answers what it asks by running the
//! program, all its phases, and the commands that properties call, and gives a [`Finding`] for every
//! property and data set. [`stand_in`] does so in daily use, behind the user's back. Nothing is
//! mutated here and nothing is printed.

mod data;
mod deploy;
mod descriptor;
mod error;
mod finding;
mod function;
mod keep;
mod other;
mod placebo;
mod reading;
mod runner;
mod script;
mod sources;
mod spec;
mod test;

pub use data::{format_of, read_data_set};
#[cfg(fuzzing)]
pub use deploy::fuzzing;
pub use deploy::{Call, Started, stand_in, test_call};
pub use descriptor::from_xml;
pub use error::MtError;
pub use finding::{Differing, Finding, Found};
pub use reading::{folder_of, manifest_from_toml, read_command, read_manifest};
pub use runner::Surroundings;
pub use spec::Spec;
pub use test::test;
