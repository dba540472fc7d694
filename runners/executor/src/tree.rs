//! A process and its living descendants.

use std::fs;

use rustix::process::Pid;

/// More processes than this are not looked at; such a program meets its other limits.
const MOST_PROCESSES: usize = 256;

/// A process and its living descendants, as far as they can be seen.
pub(crate) fn of(root: Pid) -> Vec<Pid> {
    let mut pids = vec![root];
    let mut n_seen = 0;
    while n_seen < pids.len().min(MOST_PROCESSES) {
        pids.extend(children(pids[n_seen]));
        n_seen += 1;
    }
    pids
}

/// The children of all threads of a process; none when it has ended.
fn children(pid: Pid) -> Vec<Pid> {
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
