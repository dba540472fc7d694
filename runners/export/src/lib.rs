//! Records in the formats of other tools; the record in, text out.

mod cases;
mod elements;
mod location;

pub use elements::{ElementsOptions, ExportError, Sources, mutation_testing_elements};
