//! Starting, watching and ending one program.
//!
//! Without a cell a program has a process group that is killed at the end in any case. In a cell it
//! has an init, whose end is the end of everything that the program has started.

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
    PidfdFlags, Signal, WaitOptions, kill_process, kill_process_group, pidfd_open,
    pidfd_send_signal, waitpid,
};
use wait4::ResUse;

use crate::clock::Stopwatch;
use crate::spawn::{self, Seen, Spawned, Start};
use crate::{Cost, Fault, cpu, rlimits};

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
    let mut n_starts = 0;
    loop {
        n_starts += 1;
        match run_once(start, limits, stop) {
            Err(Fault::Start { source, .. })
                if source.kind() == io::ErrorKind::ExecutableFileBusy && n_starts < N_STARTS =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

fn run_once(start: &Start<'_>, limits: &Limits, stop: &AtomicBool) -> Result<Option<Ended>, Fault> {
    let stopwatch = Stopwatch::start();
    let group = Group::start(start, limits)?;
    let Some(stopped_by) = watch(&group, limits, stopwatch, stop)? else {
        return Ok(None);
    };
    let (status, cpu) = match group.end()? {
        (resources, None) => (resources.status, cpu_of(&resources)),
        (_, Some(Seen::Ended { status, cpu })) => (status, cpu),
        (_, Some(Seen::NotStarted(source))) => return Err(cannot_start(start)(source)),
        // Its processor time is that of everything that it had to do with.
        (resources, Some(Seen::Nothing)) if stopped_by.is_some() => {
            (resources.status, cpu_of(&resources))
        }
        (_, Some(Seen::Nothing)) => {
            let killed = io::Error::other("somebody else has killed its init");
            return Err(Fault::watch("see the end")(killed));
        }
    };
    Ok(Some(Ended {
        status,
        // A program that ended by itself in the last moment has ended by itself.
        stopped_by: stopped_by.filter(|_| status.signal() == Some(Signal::KILL.as_raw())),
        cost: Cost {
            cpu,
            wall: stopwatch.elapsed(),
        },
    }))
}

fn cpu_of(resources: &ResUse) -> Duration {
    resources.rusage.utime + resources.rusage.stime
}

fn cannot_start(start: &Start<'_>) -> impl FnOnce(io::Error) -> Fault {
    |source| Fault::Start {
        binary: start.binary.to_owned(),
        source,
    }
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
        match cpu::of_tree(group.spawned.pid) {
            None => return Ok(Some(Some(Limit::Processes))),
            Some(cpu) if cpu >= limits.cpu => return Ok(Some(Some(Limit::Cpu))),
            Some(_) => {}
        }
        if stopwatch.elapsed() >= limits.wall {
            return Ok(Some(Some(Limit::Wall)));
        }
    }
}

/// A program that was started, in a process group of its own or under an init; dropping it kills it
/// and all that belongs to it.
struct Group {
    spawned: Spawned,
    handle: OwnedFd,
    has_init: bool,
    is_reaped: bool,
}

impl Group {
    fn start(start: &Start<'_>, limits: &Limits) -> Result<Self, Fault> {
        let mut spawned = spawn::spawn(start, &rlimits::of(limits)).map_err(cannot_start(start))?;
        let has_init = start.cell.is_some();
        match pidfd_open(spawned.pid, PidfdFlags::empty()) {
            Ok(handle) => Ok(Self {
                spawned,
                handle,
                has_init,
                is_reaped: false,
            }),
            Err(error) => {
                // Nobody can watch it, so it must not go on.
                let _ = match has_init {
                    true => kill_process(spawned.pid, Signal::KILL),
                    false => kill_process_group(spawned.pid, Signal::KILL),
                };
                if waitpid(Some(spawned.pid), WaitOptions::empty()).is_err() {
                    spawned.leak();
                }
                Err(Fault::watch("get a handle")(error))
            }
        }
    }

    /// Whether the program and all under its init have ended, after waiting for that at most so
    /// long.
    fn has_ended(&self, timeout: Option<&Timespec>) -> Result<bool, Fault> {
        let mut fds = [PollFd::new(&self.handle, PollFlags::IN)];
        match poll(&mut fds, timeout) {
            Ok(n_ready) => Ok(n_ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(Fault::watch("wait for the end")(error)),
        }
    }

    /// Kills what is left and reaps the program, or its init and asks that what it has seen.
    fn end(mut self) -> Result<(ResUse, Option<Seen>), Fault> {
        self.kill();
        while !self.has_ended(None)? {}
        let pid = self.spawned.pid.as_raw_nonzero().get().unsigned_abs();
        let reaped = wait4::try_wait4_pid(pid).map_err(Fault::watch("wait for the end"))?;
        let reaped = reaped.expect("the handle told that it has ended");
        self.is_reaped = true;
        let seen = self.has_init.then(|| self.spawned.seen());
        Ok((reaped, seen))
    }

    fn kill(&self) {
        // The program is not yet reaped, so its number cannot name another group. The calls fail
        // when nobody is left, which is what is wanted.
        let _ = match self.has_init {
            true => pidfd_send_signal(&self.handle, Signal::KILL),
            false => kill_process_group(self.spawned.pid, Signal::KILL),
        };
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill();
            // After SIGKILL this does not take long.
            self.is_reaped = waitpid(Some(self.spawned.pid), WaitOptions::empty()).is_ok();
        }
        if !self.is_reaped {
            self.spawned.leak();
        }
    }
}
