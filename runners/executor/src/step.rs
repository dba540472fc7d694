//! Commands before and after a program.

use std::ffi::OsStr;
use std::fmt;
use std::os::fd::AsFd as _;
use std::sync::atomic::AtomicBool;

use killrate_model::{Exit, Limits, Request};

use crate::arguments::expand;
use crate::capture::Capture;
use crate::folder::RunFolder;
use crate::observe::exit_of;
use crate::runner::Start;
use crate::{Fault, RunError, Step};

/// How much of a complaint is kept.
const KEPT: u64 = 1024;

/// When a command is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// Before the program.
    BuildUp,
    /// After the program.
    TearDown,
}

/// A command before or after a program failed, so that nothing is known of the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the {kind} command `{command}` failed ({exit}{complaint}); mend the command or leave it out"
)]
pub struct StepError {
    /// When it was run.
    pub kind: StepKind,
    /// The command, its placeholders filled in.
    pub command: String,
    /// How it ended.
    pub exit: Exit,
    /// What it says of it after a colon, if it says anything.
    pub complaint: String,
}

/// Where the commands of one run are run, and on what.
pub(crate) struct StepContext<'a> {
    pub(crate) folder: &'a RunFolder<'a>,
    pub(crate) environment: &'a [(&'a str, &'a OsStr)],
    pub(crate) request: &'a Request,
    pub(crate) limits: &'a Limits,
}

/// Runs these commands one after the other, each under the limits of the program; `None` when
/// `stop` came first.
pub(crate) fn run_all(
    kind: StepKind,
    steps: &[Step],
    context: &StepContext<'_>,
    stop: &AtomicBool,
) -> Result<Option<()>, RunError> {
    for step in steps {
        if run_one(kind, step, context, stop)?.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(()))
}

fn run_one(
    kind: StepKind,
    step: &Step,
    context: &StepContext<'_>,
    stop: &AtomicBool,
) -> Result<Option<()>, RunError> {
    let arguments = expand(&step.arguments, context.request)?;
    let (stdout, stderr) = (Capture::new("stdout")?, Capture::new("stderr")?);
    let start = Start {
        binary: &step.binary,
        arguments: &arguments,
        environment: context.environment,
        folder: context.folder.path(),
        streams: [stdout.as_fd(), stderr.as_fd()],
    };
    let Some(ended) = context.folder.run(&start, context.limits, stop)? else {
        return Ok(None);
    };
    let exit = exit_of(&ended, false, None);
    if exit.is_normal() {
        return Ok(Some(()));
    }
    let words = [step.binary.display().to_string()].into_iter();
    Err(RunError::Step(StepError {
        kind,
        command: words.chain(arguments).collect::<Vec<_>>().join(" "),
        exit,
        complaint: complaint(&stderr)?,
    }))
}

fn complaint(stderr: &Capture) -> Result<String, Fault> {
    let kept = stderr.tail(KEPT)?;
    let text = String::from_utf8_lossy(&kept);
    let line = killrate_model::complaint(&text);
    Ok(line.map_or_else(String::new, |line| format!(": {line}")))
}

impl fmt::Display for StepKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::BuildUp => "build-up",
            Self::TearDown => "tear-down",
        })
    }
}
