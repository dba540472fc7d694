//! What an execution showed.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Blob, CheckTally, Limit, OutputName, Reach, Request};

/// What an execution showed: outputs, how it ended, and what its probes reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// How the program ended.
    pub exit: Exit,
    /// The requested output files that exist afterwards.
    pub outputs: BTreeMap<OutputName, Blob>,
    /// What the program printed.
    pub stdout: Blob,
    /// The end of what the program complained; for people, never compared.
    pub stderr: Blob,
    /// The fuel burnt, where the program got to say so.
    pub fuel: Option<u64>,
    /// What the reach probe reported, if it was asked for.
    pub reach: Option<Reach>,
    /// What came of the properties of functions, if they were tested and the program lived to tell.
    pub checks: Option<Vec<CheckTally>>,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Exit {
    /// By itself, with an exit code; a Rust panic ends with 101.
    Exited {
        /// The exit code.
        code: i32,
    },
    /// By a signal that the executor did not send.
    Killed {
        /// The signal's number.
        signal: i32,
    },
    /// By burning all its fuel; the same on any machine.
    OutOfFuel,
    /// By a backstop limit.
    Exceeded {
        /// Which one.
        limit: Limit,
    },
}

impl Exit {
    /// Whether the program ended as programs do when all is well.
    pub fn is_normal(self) -> bool {
        self == Self::Exited { code: 0 }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited { code: 101 } => write!(f, "panicked (exit code 101)"),
            Self::Exited { code } => write!(f, "exit code {code}"),
            Self::Killed { signal } => write!(f, "killed by signal {signal}"),
            Self::OutOfFuel => write!(f, "out of fuel"),
            Self::Exceeded { limit } => write!(f, "over the limit on {limit}"),
        }
    }
}

impl Observation {
    /// The output of this name, `stdout` included; `None` when the program did not write it.
    pub fn output(&self, name: &OutputName) -> Option<&Blob> {
        match name.as_str() {
            "stdout" => Some(&self.stdout),
            _ => self.outputs.get(name),
        }
    }

    /// What a run of `request` shows of the same request without its silent probes; `None` when that
    /// is not known.
    ///
    /// Such probes change nothing that a program does or the fuel it burns. They take memory and
    /// time, though, and so can bring on the end that a signal or a limit makes.
    pub fn without_probe_files(&self, request: &Request) -> Option<Self> {
        match self.exit {
            Exit::Exited { .. } | Exit::OutOfFuel => {}
            Exit::Killed { .. } | Exit::Exceeded { .. } => return None,
        }
        let is_of_probe = |name: &OutputName| {
            let mut files = request
                .probes
                .iter()
                .filter_map(|probe| probe.output_file());
            files.any(|file| file == name.as_str())
        };
        let mut plain = self.clone();
        plain.outputs.retain(|name, _| !is_of_probe(name));
        Some(plain)
    }

    /// Whether two executions showed the same to someone who sees outputs and exits only.
    pub fn shows_same(&self, other: &Self) -> bool {
        self.exit == other.exit && self.outputs == other.outputs && self.stdout == other.stdout
    }
}
