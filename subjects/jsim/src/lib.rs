//! Simulates a process of steps that agents do with resources, event by event.

pub mod agenda;
pub mod calendar;
pub mod duration;
pub mod error;
pub mod json;
pub mod lines;
pub mod log;
pub mod options;
pub mod pool;
pub mod process;
pub mod random;
pub mod report;
pub mod simulate;
pub mod task;
pub mod timings;
