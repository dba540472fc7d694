//! Processes that outlived their execution.

use std::fs;
use std::path::Path;

use killrate_model::protocol;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use crate::arguments::REPORT_FILE;

/// How long a killed process is given to end.
const PATIENCE: Timespec = Timespec {
    tv_sec: 1,
    tv_nsec: 0,
};

/// Kills every process that was started for an execution under `runs` and has left its group, or
/// whose harness was killed.
///
/// To be called when no execution is running. A process is known by the folder it is in and by the
/// variable that all executions have, so a person's shell in that folder is left alone.
pub(crate) fn sweep(runs: &Path) {
    let Ok(processes) = fs::read_dir("/proc") else {
        return;
    };
    for process in processes.flatten() {
        let pid = process
            .file_name()
            .to_str()
            .and_then(|pid| pid.parse().ok());
        let Some(pid) = pid.and_then(Pid::from_raw) else {
            continue;
        };
        // The handle first: a number that is checked may name another process when it is used.
        if let Ok(handle) = pidfd_open(pid, PidfdFlags::empty())
            && is_stray(&process.path(), runs)
        {
            // It may have ended meanwhile; when not, it can write to its folder until it has.
            let _ = pidfd_send_signal(&handle, Signal::KILL);
            let _ = poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&PATIENCE));
        }
    }
}

fn is_stray(process: &Path, runs: &Path) -> bool {
    let is_inside = fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd.starts_with(runs));
    let mark = format!("{}={REPORT_FILE}", protocol::REPORT);
    is_inside
        && fs::read(process.join("environ")).is_ok_and(|environment| {
            environment
                .split(|&byte| byte == 0)
                .any(|variable| variable == mark.as_bytes())
        })
}
