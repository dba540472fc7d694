//! Processor time of a running program, its threads and its descendants.

use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;

use super::tree;

/// The processor time used so far by processes and all their living or awaited descendants.
///
/// `None` when there are too many of them to tell. Processes that end while they are looked at count
/// as zero: the deadline is checked again soon.
pub(crate) fn of_trees(roots: Vec<Pid>) -> Option<Duration> {
    let stats = tree::of(roots)?
        .into_iter()
        .filter_map(|pid| fs::read_to_string(format!("/proc/{pid}/stat")).ok());
    let ticks = stats.filter_map(|stat| ticks_of(&stat)).sum();
    let ticks_per_second = u32::try_from(clock_ticks_per_second()).unwrap_or(100);
    Some(Duration::from_secs(ticks) / ticks_per_second)
}

/// User and system time of the process and of the children it waited for, from proc(5)'s `stat`.
fn ticks_of(stat: &str) -> Option<u64> {
    // The second field is the program's name, which may itself hold spaces and parentheses.
    let (_, after_name) = stat.rsplit_once(')')?;
    let times = after_name.split_ascii_whitespace().skip(11).take(4);
    times.map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_behind_a_name_with_spaces_and_parentheses() {
        let stat = "42 (a) b (c) S 1 42 42 0 -1 4194560 100 200 0 0 5 6 70 80 20 0 1 0 9 0 0\n";
        assert_eq!(ticks_of(stat), Some(5 + 6 + 70 + 80));
        assert_eq!(ticks_of("42 (a"), None);
    }
}
