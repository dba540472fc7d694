//! Kill matrices of other tools as records, so that the same statistics serve them.
//!
//! A test of the other tool becomes a property, its whole suite a technique. Tools run a suite only
//! when it passes on the original, so every test is satisfied there unless a matrix says otherwise.
//! Pure: text in, a record out.

mod error;
mod lines;
mod major;
mod major_files;
mod major_kill_details;
mod matrix;
mod mutation_testing_elements;
mod names;
mod operators;
mod pit;
mod pit_report;
mod rows;
mod tidy;
mod variants;
mod variants_table;

pub use error::ImportError;
pub use major::{MajorFiles, major};
pub use major_kill_details::{MajorKillDetails, major_kill_details};
pub use matrix::{ImportOptions, SUITE};
pub use mutation_testing_elements::mutation_testing_elements;
pub use pit::pit;
pub use tidy::tidy;
pub use variants::{VariantsFiles, variants};
pub use variants_table::VariantsTable;
