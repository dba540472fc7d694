//! A ranking learner that behaves like MartiRank.
//!
//! It does what the subject `martirank` does, on linked segments whose totals are kept and updated.
//! `README.md` tells the difference in words.

pub mod error;
pub mod examples;
pub mod list;
pub mod model;
pub mod options;
pub mod quality;
pub mod random;
pub mod rank;
pub mod scores;
pub mod segments;
pub mod sort;
pub mod train;
