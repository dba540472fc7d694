//! What a project has: subjects, data sets and studies, as people write them.
//!
//! Manifests are read here and nowhere else, every name in them is found, and a study becomes a
//! [`Design`] in which everything fits together. Nothing is built or run.

mod catalogue;
mod cell;
mod chainings;
mod changes;
mod chosen;
mod compared;
mod design;
mod function_properties;
mod inputs;
mod inspect;
mod listing;
mod lookup_error;
pub mod manifest;
mod metric_programs;
mod placebos;
mod property_sets;
mod refuse;
mod sampled;
mod seconds;
mod shown;
mod sources;
mod weaving;
mod whose_mutant;

pub use catalogue::{Catalogue, CatalogueError, read_blob};
pub use cell::{Cell, find_mutant};
pub use changes::changes_since;
pub use chosen::choose;
pub use design::{Design, SubjectDesign};
pub use function_properties::check_options;
pub use inspect::{Inspected, inspect};
pub use listing::listing;
pub use lookup_error::LookupError;
pub use metric_programs::MetricProgram;
pub use property_sets::{SAVED, property_lines, saved_lines};
pub use sampled::SampledDesign;
pub use sources::source_digest;
pub use weaving::{second_options, weave_options};
pub use whose_mutant::find_subject;
