//! The last phase: everything about a subject becomes rows of the record.

mod burnt;
mod chains;
mod checks;
mod costs;
mod facts;
mod looks;
mod outputs;
mod reach;
mod rows;
mod subject;

pub(crate) use chains::chains;
pub(crate) use costs::costs;
pub(crate) use rows::{Extra, add_subject, empty_record};
