//! Samples and rankings compared: what the techniques for random programs judge by.
//!
//! [`tests`] compares two samples of numbers, [`metrics`] makes numbers of rankings and
//! classifications, [`Pairing`] says which runs a metric compares, and [`Calibration`] finds from
//! runs of the original how small a p-value must be before it means anything. Nothing here runs
//! anything.

mod binomial;
mod calibration;
mod metrics;
mod pairing;
mod ranking;
mod sample;
mod tests;

pub use binomial::{Interval, clopper_pearson};
pub use calibration::{Calibration, Family, Shown};
pub use metrics::{Context, Measure, Metric, metrics, profile};
pub use pairing::{PAIRINGS, Pairing};
pub use ranking::Ranking;
pub use sample::{mean, median, variance};
pub use tests::{TestResult, TwoSampleTest, tests};
