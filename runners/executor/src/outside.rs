//! Programs that nothing confines, for whoever stands in for a program in daily use.
//!
//! A stand-in starts its tests with [`start_in_background`] and then becomes the program by
//! [`become_program`]: from then on there is no harness between the program and its user.

#![expect(
    unsafe_code,
    reason = "no safe interface forks, nor closes files that somebody else has opened"
)]

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, WaitOptions, nice, pidfd_open, setsid, waitpid};

use crate::clock::Stopwatch;
use crate::system_call::system_call;

/// How often the end of a command is looked for.
const STEP: Duration = Duration::from_millis(20);
/// The first file that is not a standard stream.
const FIRST_FILE: usize = 3;
/// As little of the processor as a process can ask for.
const LOWEST_PRIORITY: i32 = 19;

/// Makes this process the program, with its streams, folder and variables as they are.
///
/// Returns only when that is not possible.
pub fn become_program(binary: &Path, arguments: &[OsString]) -> io::Error {
    command(binary.as_os_str()).args(arguments).exec()
}

/// Starts a program that has no streams and no other file that was inherited, in a session of its
/// own, at the lowest priority, and that nobody is the parent of: a program that waits for all its
/// children does not wait for this one.
///
/// Nothing is waited for that has the lowest priority, so it is not known whether the program starts.
/// To be called while this process has one thread.
///
/// # Errors
/// When there can be no further process.
pub fn start_in_background(binary: &Path, arguments: &[OsString]) -> io::Result<()> {
    let mut program = command(binary.as_os_str());
    program.args(arguments);
    let streams = [Command::stdin, Command::stdout, Command::stderr];
    for stream in streams {
        stream(&mut program, Stdio::null());
    }
    match fork()? {
        Some(child) => {
            // It ends as soon as the program has a process of its own, whose parent is then the
            // system's.
            let wait = || waitpid(Some(child), WaitOptions::empty());
            while matches!(wait(), Err(Errno::INTR)) {}
            return Ok(());
        }
        None => {
            if let Ok(None) = fork() {
                leave();
                let _ = program.exec();
            }
        }
    }
    // SAFETY: This process has nothing to tidy up that the first one does not have too.
    unsafe { libc::_exit(0) }
}

/// Goes on in two processes; tells the first one which the other is.
fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: The process has one thread, so that nobody holds a lock that the other one needs.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Leaves the terminal and the files of this process behind, and takes the lowest priority.
fn leave() {
    // Each of these fails only where there is nothing to be done: a session of its own already, a
    // priority that is as low as it may be, a kernel that does not know the call.
    let _ = setsid();
    let _ = nice(LOWEST_PRIORITY);
    let all = [
        FIRST_FILE,
        u32::MAX as usize,
        libc::CLOSE_RANGE_CLOEXEC as usize,
        0,
        0,
    ];
    // SAFETY: No file is closed before this process is another; it is then that the kernel does it.
    let _ = unsafe { system_call(libc::SYS_close_range, all) };
}

/// Waits until a process, which need not be a child, has ended.
pub fn wait_for_end(pid: u32) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let Some(handle) = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) else {
        // It has ended already.
        return;
    };
    let mut fds = [PollFd::new(&handle, PollFlags::IN)];
    while poll(&mut fds, None) == Err(Errno::INTR) {}
}

/// Runs a command whose standard input is a file, for at most so long; `None` when it had to be
/// ended.
///
/// # Errors
/// When it cannot be started or watched.
pub fn hand_over(
    binary: &Path,
    arguments: &[String],
    input: File,
    at_most: Duration,
) -> io::Result<Option<ExitStatus>> {
    let mut command = command(binary.as_os_str());
    command.args(arguments).stdin(input);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let stopwatch = Stopwatch::start();
    while stopwatch.elapsed() < at_most {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(STEP);
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

#[expect(
    clippy::disallowed_methods,
    reason = "these programs are not executions: nothing is observed of them"
)]
fn command(program: &OsStr) -> Command {
    Command::new(program)
}
