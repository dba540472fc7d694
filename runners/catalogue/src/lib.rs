//! What a project has: subjects, data sets and studies, as people write them.
//!
//! Manifests are read here and nowhere else, every name in them is found, and a study becomes a
//! [`Design`] in which everything fits together. Nothing is built or run.

mod catalogue;
mod changes;
mod design;
mod function_properties;
mod inputs;
mod inspect;
mod listing;
pub mod manifest;
mod metric_programs;
mod property_sets;
mod refuse;
mod sampled;
mod seconds;
mod sources;

pub use catalogue::{Catalogue, CatalogueError, read_blob};
pub use changes::changes_since;
pub use design::{Design, SubjectDesign};
pub use function_properties::check_options;
pub use inspect::{Inspected, inspect};
pub use listing::listing;
pub use metric_programs::MetricProgram;
pub use property_sets::{SAVED, saved_lines};
pub use sampled::SampledDesign;
pub use sources::source_digest;
