//! A decision-tree learner that behaves like C4.5 release 8.
//!
//! `README.md` tells the algorithm in words and maps Quinlan's functions to ours.

pub mod classify;
pub mod continuous;
pub mod data;
pub mod discrete;
pub mod error;
pub mod gain;
pub mod grow;
pub mod options;
pub mod pessimism;
pub mod prune;
pub mod render;
pub mod sample;
pub mod sheet;
pub mod tree;
