//! What the papers claim and print.
//!
//! The analysis of a record knows no paper. What names one, its tables or its subjects is here.

mod audit;
mod error;

pub use audit::{Audit, audit};
pub use error::AuditError;
