//! What an execution may use.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Bounds on one execution; the fuel is what should stop it, the rest is the backstop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Loop iterations and calls the woven program may make; `None` burns without bound.
    pub fuel: Option<u64>,
    /// Processor time.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Bytes of data the process may allocate.
    pub memory: u64,
    /// Bytes each output may have.
    pub output: u64,
}

/// Which bound stopped an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Processor time.
    Cpu,
    /// Time on the clock.
    Wall,
    /// The size of an output.
    Output,
    /// The number of processes.
    Processes,
    /// The size of the run folder.
    Folder,
}

impl Limit {
    /// Every limit.
    pub const ALL: [Self; 5] = [
        Self::Cpu,
        Self::Wall,
        Self::Output,
        Self::Processes,
        Self::Folder,
    ];
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Cpu => "processor time",
            Self::Wall => "wall time",
            Self::Output => "output size",
            Self::Processes => "number of processes",
            Self::Folder => "run folder size",
        })
    }
}
