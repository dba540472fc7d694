//! Limits that the kernel keeps.

use killrate_model::Limits;
use rustix::process::{Resource, Rlimit, getrlimit};

/// Files may always have this size, so that a tight limit on outputs does not cut off the report;
/// outputs are measured exactly afterwards.
const LEAST_FILE_SIZE: u64 = 1 << 20;

/// The stack of Linux when nobody changes it: how deep a program may recurse should not depend on how
/// the harness was started.
const STACK_SIZE: u64 = 8 << 20;

/// Far more than an honest program has, threads included; a fork bomb stays small enough to be ended.
const MOST_PROCESSES: u64 = 1024;

/// The limit on processes, where the kernel counts those of one execution only: in a namespace of
/// users. The kernel does not keep it for programs that are started by root.
pub(crate) fn of_processes() -> (Resource, Rlimit) {
    lower((Resource::Nproc, MOST_PROCESSES, MOST_PROCESSES))
}

/// The limits of a program, as the kernel knows them.
pub(crate) fn of(limits: &Limits) -> [(Resource, Rlimit); 5] {
    // One byte more than an output may have, so that too big can be told from just right.
    let file_size = limits.output.saturating_add(1).max(LEAST_FILE_SIZE);
    // Whole seconds only, so this is the backstop of the deadline that the harness keeps; it also
    // holds when the harness is gone.
    let cpu = limits.cpu.as_secs().saturating_add(2);
    [
        // Not the address space: managed run-times reserve far more than they use.
        (Resource::Data, limits.memory, limits.memory),
        (Resource::Fsize, file_size, file_size),
        // The soft limit's signal tells what happened; the hard one is for who ignores it.
        (Resource::Cpu, cpu, cpu.saturating_add(1)),
        (Resource::Stack, STACK_SIZE, u64::MAX),
        (Resource::Core, 0, 0),
    ]
    .map(lower)
}

/// The soft and the hard limit, or what is possible.
fn lower((resource, soft, hard): (Resource, u64, u64)) -> (Resource, Rlimit) {
    // The harness may itself run under a lower limit, which nobody but root may raise.
    let ceiling = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let limit = Rlimit {
        current: Some(soft.min(ceiling)),
        maximum: Some(hard.min(ceiling)),
    };
    (resource, limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[track_caller]
    fn check(cpu: Duration, memory: u64, output: u64, expected: [(Resource, u64); 5]) {
        let limits = Limits {
            fuel: None,
            cpu,
            wall: Duration::from_secs(1),
            memory,
            output,
        };
        let soft = of(&limits).map(|(resource, limit)| (resource, limit.current.unwrap()));
        assert_eq!(soft, expected);
        assert!(of(&limits).iter().all(|(_, l)| l.current <= l.maximum));
    }

    #[test]
    fn limits_leave_room_for_telling_what_was_exceeded() {
        let mib = 1 << 20;
        let expected = |file_size, cpu| {
            [
                (Resource::Data, 64 * mib),
                (Resource::Fsize, file_size),
                (Resource::Cpu, cpu),
                (Resource::Stack, 8 * mib),
                (Resource::Core, 0),
            ]
        };
        let time = Duration::from_millis(1500);
        check(time, 64 * mib, 2 * mib, expected(2 * mib + 1, 3));
        check(Duration::ZERO, 64 * mib, 1024, expected(mib, 2));
    }
}
