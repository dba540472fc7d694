//! Metrics that people bring themselves.

use std::fmt;

use killrate_model::Blob;

/// A metric that is an external command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetricCommand {
    /// Its name in the subject's manifest.
    pub name: String,
    /// What it measures.
    pub measures: Measured,
}

/// How many runs a metric looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measured {
    /// The output of one run.
    Run,
    /// The outputs of two runs.
    Pair,
}

/// Who runs the commands that metrics are.
///
/// This crate starts no program. The same outputs must always give the same number.
pub trait MetricCommands: fmt::Debug + Send + Sync {
    /// What a metric says of the output of each run, or of the outputs of each pair of runs.
    ///
    /// # Errors
    /// When it says no number of one of them; the message says why.
    fn measure(&self, metric: &str, outputs: &[Vec<Blob>]) -> Result<Vec<f64>, String>;
}

/// No metrics but those of the harness.
#[derive(Debug, Clone, Copy)]
pub struct NoMetricCommands;

impl MetricCommands for NoMetricCommands {
    fn measure(&self, metric: &str, _: &[Vec<Blob>]) -> Result<Vec<f64>, String> {
        Err(format!("nobody brought a metric `{metric}`"))
    }
}
