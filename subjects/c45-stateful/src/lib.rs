//! A decision-tree learner that behaves like C4.5 release 8 and keeps its state as that does.
//!
//! `README.md` tells what is kept where, and how this differs from the subject c45.

pub mod arithmetic;
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
pub mod sheet;
pub mod state;
pub mod tree;
