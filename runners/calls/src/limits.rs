//! How much a table of calls may use.

use std::time::Duration;

use killrate_model::Limits;

/// The fuel that a call of the original may burn: tens of milliseconds of the tightest loop, so that a
/// function that never returns is found out in seconds.
const OF_ORIGINAL: u64 = 10_000_000;

/// A call of a mutant may burn this many times what any call of the original burnt, as in studies.
const MULTIPLE: u64 = 100;

/// A call of a mutant may always burn this much.
///
/// Less than a study's floor for whole runs, because a table has up to a million calls that hang.
const FLOOR: u64 = 10_000;

/// What any process may allocate.
const MEMORY: u64 = 2 << 30;

/// What a table of results may hold: ten million calls.
const OUTPUT: u64 = 256 << 20;

/// The time for the original of a woven function, whose fuel decides first.
const CPU_WITH_FUEL: Duration = Duration::from_secs(600);

/// The time for a table of a function that no fuel ends, and for each of its calls.
const CPU: (Duration, Duration) = (Duration::from_secs(5), Duration::from_micros(200));

/// What calls of the original may use.
pub(crate) fn of_original() -> Limits {
    with_fuel(OF_ORIGINAL)
}

/// What calls of a mutant may use, where the original burnt this much in the call that burnt most.
pub(crate) fn of_mutants(most: u64) -> Limits {
    with_fuel(most.saturating_mul(MULTIPLE).max(FLOOR))
}

/// What calls of a program that was not woven may use.
pub(crate) fn without_fuel(n_calls: usize) -> Limits {
    let (table, call) = CPU;
    let n_calls = u32::try_from(n_calls).unwrap_or(u32::MAX);
    limits(None, table + call * n_calls)
}

fn with_fuel(fuel: u64) -> Limits {
    limits(Some(fuel), CPU_WITH_FUEL)
}

fn limits(fuel: Option<u64>, cpu: Duration) -> Limits {
    Limits {
        fuel,
        cpu,
        wall: cpu * 10,
        memory: MEMORY,
        output: OUTPUT,
    }
}
