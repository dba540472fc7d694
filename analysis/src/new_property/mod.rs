//! What a new property is worth beside those of a record.

mod answer;
mod chains;
mod kills;
mod others;
mod soundness;

pub use answer::{NewProperty, new_property};
pub use chains::{NewChains, with_chains};
