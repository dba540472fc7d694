//! Starting, watching and ending one program.
//!
//! This and `spawn` are the whole of the confinement: a process group that is killed at the end in
//! any case, and limits. A stronger tier replaces them; nothing else knows how a program is started.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use killrate_model::{Limit, Limits};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, kill_process_group, pidfd_open, waitpid,
};
use wait4::ResUse;

use crate::clock::Stopwatch;
use crate::spawn::{self, Start};
use crate::{Cost, Fault, cpu, rlimits};

/// The name of this way to confine programs.
pub(crate) const TIER: &str = "process-group";

/// How long the harness sleeps before it looks at the deadlines and at the wish to stop.
const STEP: Duration = Duration::from_millis(40);
/// How often a start is tried while somebody still has the program's file open for writing, as a
/// fork of another thread may for a moment after the file was written.
const N_STARTS: u32 = 20;

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// The limit because of which the harness ended it.
    pub(crate) stopped_by: Option<Limit>,
    pub(crate) cost: Cost,
}

/// Runs a program to its end; `None` when `stop` came first.
pub(crate) fn run(
    start: &Start<'_>,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<Ended>, Fault> {
    let stopwatch = Stopwatch::start();
    let group = Group::start(start, limits)?;
    let Some(stopped_by) = watch(&group, limits, stopwatch, stop)? else {
        return Ok(None);
    };
    let ResUse { status, rusage } = group.end()?;
    Ok(Some(Ended {
        status,
        // A program that ended by itself in the last moment has ended by itself.
        stopped_by: stopped_by.filter(|_| status.signal() == Some(Signal::KILL.as_raw())),
        cost: Cost {
            cpu: rusage.utime + rusage.stime,
            wall: stopwatch.elapsed(),
        },
    }))
}

/// Waits until the program has ended or must be ended; `None` when it is to be stopped.
fn watch(
    group: &Group,
    limits: &Limits,
    stopwatch: Stopwatch,
    stop: &AtomicBool,
) -> Result<Option<Option<Limit>>, Fault> {
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let left = limits.wall.saturating_sub(stopwatch.elapsed());
        let timeout = left.min(STEP).try_into().expect("a step fits a time-out");
        if group.has_ended(Some(&timeout))? {
            return Ok(Some(None));
        }
        if cpu::of_tree(group.pid) >= limits.cpu {
            return Ok(Some(Some(Limit::Cpu)));
        }
        if stopwatch.elapsed() >= limits.wall {
            return Ok(Some(Some(Limit::Wall)));
        }
    }
}

/// A program that was started in a process group of its own; dropping it kills the group.
struct Group {
    pid: Pid,
    handle: OwnedFd,
    is_reaped: bool,
}

impl Group {
    fn start(start: &Start<'_>, limits: &Limits) -> Result<Self, Fault> {
        let limits = rlimits::of(limits);
        let mut n_starts = 0;
        let pid = loop {
            n_starts += 1;
            match spawn::spawn(start, &limits) {
                Err(error)
                    if error.kind() == io::ErrorKind::ExecutableFileBusy && n_starts < N_STARTS =>
                {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(source) => {
                    return Err(Fault::Start {
                        binary: start.binary.to_owned(),
                        source,
                    });
                }
                Ok(pid) => break pid,
            }
        };
        match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(handle) => Ok(Self {
                pid,
                handle,
                is_reaped: false,
            }),
            Err(error) => {
                // Nobody can watch it, so it must not go on.
                let _ = kill_process_group(pid, Signal::KILL);
                let _ = waitpid(Some(pid), WaitOptions::empty());
                Err(Fault::watch("get a handle")(error))
            }
        }
    }

    /// Whether the program has ended, after waiting for that at most so long.
    fn has_ended(&self, timeout: Option<&Timespec>) -> Result<bool, Fault> {
        let mut fds = [PollFd::new(&self.handle, PollFlags::IN)];
        match poll(&mut fds, timeout) {
            Ok(n_ready) => Ok(n_ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(Fault::watch("wait for the end")(error)),
        }
    }

    /// Kills what is left of the group and reaps the program.
    fn end(mut self) -> Result<ResUse, Fault> {
        // The program is not yet reaped, so its number cannot name another group. The call fails
        // when nobody of the group is left, which is what is wanted.
        let _ = kill_process_group(self.pid, Signal::KILL);
        while !self.has_ended(None)? {}
        self.is_reaped = true;
        let reaped = wait4::try_wait4_pid(self.pid.as_raw_nonzero().get().unsigned_abs());
        let reaped = reaped.map_err(Fault::watch("wait for the end"))?;
        Ok(reaped.expect("the handle told that it has ended"))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = kill_process_group(self.pid, Signal::KILL);
            // After SIGKILL this does not take long.
            let _ = waitpid(Some(self.pid), WaitOptions::empty());
        }
    }
}
