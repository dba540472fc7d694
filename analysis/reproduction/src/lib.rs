//! What the papers claim and print, set beside a record.
//!
//! The analysis of a record knows no paper. What names one, its tables or its subjects is here: a
//! folder per paper with its numbers and its claims, the papers' own programs mutated, and the audit of
//! printed tables.

mod audit;
mod claims;
mod error;
#[cfg(test)]
mod example;
mod issta09;
mod originals;
mod papers;
mod thesis;
mod tidy;
mod wu05;

pub use audit::{Audit, audit};
pub use error::AuditError;
pub use papers::{UNNAMED_POLICY, papers};
