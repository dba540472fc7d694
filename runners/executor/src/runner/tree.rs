//! Processes and their living descendants.

use std::fs;

use rustix::process::Pid;

/// Far more than an honest program has, and few enough for a fork bomb to be harmless.
const MOST_PROCESSES: usize = 256;

/// Processes and their living descendants, as far as they can be seen; `None` when they are too many.
pub(crate) fn of(roots: Vec<Pid>) -> Option<Vec<Pid>> {
    let mut pids = roots;
    let mut n_seen = 0;
    while let Some(&pid) = pids.get(n_seen) {
        pids.extend(children(pid));
        n_seen += 1;
        if pids.len() > MOST_PROCESSES {
            return None;
        }
    }
    Some(pids)
}

/// The children of all threads of a process; none when it has ended.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_ascii_whitespace()
                .filter_map(|pid| pid.parse().ok().and_then(Pid::from_raw))
                .collect::<Vec<Pid>>()
        })
        .collect()
}
