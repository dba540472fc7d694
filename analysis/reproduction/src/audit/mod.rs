//! Whether printed tables add up.

mod answer;
mod equation;
mod expression;
mod printed;
mod recomputed;
mod rules;
mod unread;

pub use answer::{Audit, audit};
