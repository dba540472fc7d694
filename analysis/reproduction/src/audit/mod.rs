//! Whether printed tables add up.

mod answer;
mod check;
mod equation;
mod expression;
mod printed;
mod rules;
mod unread;

pub use answer::{Audit, audit};
