//! The harness itself failed, or could not go on.

use std::io;
use std::path::{Path, PathBuf};

use crate::{ArgumentError, StepError};

/// The harness itself failed; never a verdict.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A file or folder of the harness cannot be used.
    #[error("cannot {action} `{}`; check the space and the permissions of its folder", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// A program cannot be started.
    #[error("cannot start `{}`; check that it is there and may be executed", binary.display())]
    Start {
        /// The file to start.
        binary: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// A program is there but cannot be started from what programs can read.
    #[error(
        "cannot start `{}` in the sandbox, although it is there: what starts it, such as the interpreter in its first line or its loader, is not among the files that a program can read; name it in `readable` of the manifest, or install it under `/usr`", binary.display()
    )]
    Hidden {
        /// The file to start.
        binary: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// A started program cannot be watched.
    #[error(
        "cannot {action} of a running program; check that the system has /proc and pidfd (Linux 5.6 or later)"
    )]
    Watch {
        /// What was tried.
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// The process that starts programs cannot be had.
    #[error("cannot start the process that runs programs; check the limit on processes and /proc")]
    Runner(#[source] io::Error),
    /// No tier that was asked for works here.
    #[error(
        "cannot confine programs as asked; check that users may make namespaces (Linux 5.12 or later) or that there is Landlock (Linux 6.7 or later), or allow a lower tier"
    )]
    Tier {
        /// Why the last one failed.
        source: io::Error,
    },
    /// No slot of the scratch folder is free.
    #[error("cannot use the scratch folder `{}`: a hundred killrates are running in it; wait for one to end or choose another folder", folder.display())]
    InUse {
        /// The scratch folder.
        folder: PathBuf,
    },
}

impl Fault {
    /// Makes a fault of an error on a file of the harness.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            action,
            path: path.to_owned(),
            source,
        }
    }

    /// Makes a fault of an error on a running program.
    pub(crate) fn watch<E: Into<io::Error>>(action: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::Watch {
            action,
            source: error.into(),
        }
    }
}

/// Why not all executions were run; those that finished are kept.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The caller asked to stop.
    #[error(
        "interrupted with {n_finished} executions finished and {n_left} left; run the same again to go on"
    )]
    Interrupted {
        /// Distinct executions that are in the log, those of earlier runs included.
        n_finished: usize,
        /// Distinct executions still to run.
        n_left: usize,
    },
    /// A request's arguments cannot be filled in; `check_arguments` tells before anything runs.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
    /// A command before or after a program failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// An input shows something else among many than alone.
    #[error(
        "`{}` shows something else on an input among many than alone: {difference}; leave `takes-many-inputs` out of the subject's manifest", binary.display()
    )]
    DiffersAmongMany {
        /// The program.
        binary: PathBuf,
        /// In what.
        difference: String,
    },
    /// The harness itself failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}
