//! A ranking learner that behaves like MartiRank.
//!
//! `README.md` tells the algorithm in words and maps the thesis's functions to ours.

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
