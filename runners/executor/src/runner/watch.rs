//! Watching and ending one program.
//!
//! Under an init the end of that is the end of everything that the program has started. Without, the
//! program has a process group that is killed at the end in any case; a runner that is the reaper of
//! its descendants then ends all that have left the group, too.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt as _;
use std::time::Duration;

use killrate_model::{Limit, Limits};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, kill_process_group, pidfd_open,
    pidfd_send_signal, wait,
};
use wait4::ResUse;

use super::channel::Channel;
use super::message::{Answer, Order};
use super::spawn::{self, Seen, Spawned, Ways};
use super::{cpu, tree};
use crate::Cost;
use crate::clock::Stopwatch;

/// How long the runner sleeps before it looks at the deadlines.
const STEP: Duration = Duration::from_millis(40);

/// How a runner keeps hold of what a program starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// All is in a process group, unless it leaves that.
    Group,
    /// Who has lost its parent becomes a child of the runner.
    Reaper,
    /// All ends with an init.
    Init,
}

/// Runs a program to its end; `None` when the harness has gone, and the program with it.
pub(crate) fn run(
    order: Order,
    streams: [&OwnedFd; 2],
    ways: &Ways,
    hold: Hold,
    channel: &Channel,
) -> io::Result<Option<Answer>> {
    let (stopwatch, limits) = (Stopwatch::start(), order.limits);
    let spawned = match spawn::spawn(order, streams, ways) {
        Ok(spawned) => spawned,
        Err(error) => return Ok(Some(refused(&error))),
    };
    let handle = pidfd_open(spawned.pid, PidfdFlags::empty())?;
    let group = Group {
        spawned,
        handle,
        hold,
    };
    let watched = watch(&group, &limits, stopwatch, channel)?;
    let (resources, seen) = group.end()?;
    let stopped_by = match watched {
        Watched::Ended => None,
        Watched::Exceeds(limit) => Some(limit),
        Watched::Deserted => return Ok(None),
    };
    let (status, cpu) = match seen {
        None => (resources.status, cpu_of(&resources)),
        Some(Seen::Ended { status, cpu }) => (status, cpu),
        Some(Seen::NotStarted(error)) => return Ok(Some(refused(&error))),
        // Its processor time is that of everything that it had to do with.
        Some(Seen::Nothing) if stopped_by.is_some() => (resources.status, cpu_of(&resources)),
        Some(Seen::Nothing) => {
            let reason = "somebody else has killed its init".to_owned();
            return Ok(Some(Answer::Lost(reason)));
        }
    };
    Ok(Some(Answer::Ended {
        status: status.into_raw(),
        // A program that ended by itself in the last moment has ended by itself.
        stopped_by: stopped_by.filter(|_| status.signal() == Some(Signal::KILL.as_raw())),
        cost: Cost {
            cpu,
            wall: stopwatch.elapsed(),
        },
    }))
}

/// An error of the system as an answer.
pub(crate) fn refused(error: &io::Error) -> Answer {
    match error.raw_os_error() {
        Some(number) => Answer::Refused(number),
        None => Answer::Lost(error.to_string()),
    }
}

fn cpu_of(resources: &ResUse) -> Duration {
    resources.rusage.utime + resources.rusage.stime
}

/// Why a program is watched no longer.
enum Watched {
    /// It has ended.
    Ended,
    /// It must be ended, because of this limit.
    Exceeds(Limit),
    /// It must be ended, because the harness has gone.
    Deserted,
}

/// Waits until the program has ended or must be ended.
fn watch(
    group: &Group,
    limits: &Limits,
    stopwatch: Stopwatch,
    channel: &Channel,
) -> io::Result<Watched> {
    loop {
        let left = limits.wall.saturating_sub(stopwatch.elapsed());
        let timeout: Timespec = left.min(STEP).try_into().expect("a step fits a time-out");
        let mut fds = [
            PollFd::new(&group.handle, PollFlags::IN),
            // The harness says nothing while it waits, so this is its end.
            PollFd::new(channel, PollFlags::IN),
        ];
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [has_ended, is_alone] = fds.map(|fd| !fd.revents().is_empty());
        if is_alone {
            return Ok(Watched::Deserted);
        }
        if has_ended {
            return Ok(Watched::Ended);
        }
        match cpu::of_trees(group.roots()) {
            None => return Ok(Watched::Exceeds(Limit::Processes)),
            Some(cpu) if cpu >= limits.cpu => return Ok(Watched::Exceeds(Limit::Cpu)),
            Some(_) => {}
        }
        if stopwatch.elapsed() >= limits.wall {
            return Ok(Watched::Exceeds(Limit::Wall));
        }
    }
}

/// A program that was started, and all that belongs to it.
struct Group {
    spawned: Spawned,
    handle: OwnedFd,
    hold: Hold,
}

impl Group {
    /// Where the processes of the program begin.
    fn roots(&self) -> Vec<Pid> {
        match self.hold {
            Hold::Reaper => tree::children(getpid()),
            Hold::Group | Hold::Init => vec![self.spawned.pid],
        }
    }

    /// Kills what is left and reaps the program, or its init and asks that what it has seen.
    fn end(self) -> io::Result<(ResUse, Option<Seen>)> {
        // The program is not yet reaped, so its number cannot name another group. The calls fail
        // when nobody is left, which is what is wanted.
        let _ = match self.hold {
            Hold::Init => pidfd_send_signal(&self.handle, Signal::KILL),
            Hold::Group | Hold::Reaper => kill_process_group(self.spawned.pid, Signal::KILL),
        };
        let mut fds = [PollFd::new(&self.handle, PollFlags::IN)];
        while let Err(Errno::INTR) = poll(&mut fds, None) {}
        let pid = self.spawned.pid.as_raw_nonzero().get().unsigned_abs();
        let reaped = wait4::try_wait4_pid(pid)?.expect("the handle told that it has ended");
        if self.hold == Hold::Reaper {
            end_descendants();
        }
        let seen = (self.hold == Hold::Init).then(|| self.spawned.seen());
        Ok((reaped, seen))
    }
}

/// Kills all descendants of this process and waits for them, until there is none.
///
/// Whoever has lost its parent is our child, so the children of those that are killed here come next.
fn end_descendants() {
    loop {
        let children = tree::children(getpid());
        for &child in &children {
            // Only we can reap our children, so the number names nobody else.
            let _ = kill_process(child, Signal::KILL);
        }
        // A child that is just being born is not in the list, and must be killed before it is waited
        // for.
        let options = if children.is_empty() {
            WaitOptions::NOHANG
        } else {
            WaitOptions::empty()
        };
        match wait(options) {
            Ok(_) | Err(Errno::INTR) => {}
            // There is none.
            Err(_) => return,
        }
    }
}
