//! Metamorphic testing of random programs: many runs of the source and of the follow-up, compared as
//! samples.
//!
//! *Statistical*: each run gives a number, and the numbers of the follow-up runs must be distributed
//! as predicted. *Heuristic*: a metric says how alike the outputs of the source runs are, and how
//! alike those of the follow-up runs, and the two profiles must be alike. Each exists as in the
//! thesis (Student's t-test, significant below 0.05) and calibrated: then the original shows first
//! what chance does, and a promised rate of false alarms is kept over all properties and data sets.

mod calibrated;
#[cfg(test)]
mod checks;
mod layout;
mod metric_command;
mod property;
mod reading;
mod sampling;
mod thesis;

pub use calibrated::Calibrated;
pub use layout::{Compared, Layout};
pub use metric_command::{Measured, MetricCommand};
pub use property::SampledProperty;
pub use reading::{Labels, ProfileMetric, Reading};
pub use sampling::Sampling;
pub use thesis::ThesisSampled;
