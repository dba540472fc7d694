//! What a new property is worth beside those of a record.

mod answer;
mod kills;
mod others;
mod soundness;

pub use answer::{NewProperty, new_property};
