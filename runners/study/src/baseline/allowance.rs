//! How much an execution may use, measured by what the original used.

use std::time::Duration;

use killrate_model::Limits;

/// A mutant may burn this many times the fuel the original burnt on the same request.
///
/// A mutant that only doubles or trebles its work still ends; one that loops for ever costs five
/// ordinary runs.
pub const FUEL_MULTIPLE: u64 = 5;

/// A mutant may always burn this much, so that tiny inputs leave room for a different path.
///
/// A million burns take a few milliseconds in tight loops, and more than a second in heavy ones.
pub const FUEL_FLOOR: u64 = 1_000_000;

/// The processor time that a mutant may always use where no fuel can end it.
const LEAST_CPU: Duration = Duration::from_secs(1);
/// The same where fuel can: so long that the fuel decides first.
const LEAST_CPU_WITH_FUEL: Duration = Duration::from_secs(10);

/// What any process may allocate.
const MEMORY: u64 = 2 << 30;

/// What any output may hold.
const OUTPUT: u64 = 64 << 20;

/// The limits for the original: wide, and without fuel, since nothing is known of it yet.
pub(crate) fn of_original() -> Limits {
    Limits {
        fuel: None,
        cpu: Duration::from_secs(600),
        wall: Duration::from_secs(1800),
        memory: MEMORY,
        output: OUTPUT,
    }
}

/// The limits for mutants on a request for which the original used this much.
///
/// The backstops on time are ten times the processor time, and ten times that on the clock. Where
/// there is fuel they must not decide before it does: a million burns of a subject whose loops are
/// heavy take more than a second, and whether that is over a limit would depend on the machine.
pub(crate) fn of_mutants(fuel: Option<u64>, cpu: Duration) -> Limits {
    let least = match fuel {
        Some(_) => LEAST_CPU_WITH_FUEL,
        None => LEAST_CPU,
    };
    let cpu = (cpu * 10).max(least);
    Limits {
        fuel: fuel.map(|fuel| fuel.saturating_mul(FUEL_MULTIPLE).max(FUEL_FLOOR)),
        cpu,
        wall: cpu * 10,
        memory: MEMORY,
        output: OUTPUT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_runs_get_the_floor_and_large_ones_the_multiple() {
        let fuel = |used| of_mutants(Some(used), Duration::ZERO).fuel;
        assert_eq!(fuel(10), Some(1_000_000));
        assert_eq!(fuel(3_000_000), Some(15_000_000));
        assert_eq!(fuel(u64::MAX), Some(u64::MAX));
        assert_eq!(of_mutants(None, Duration::ZERO).fuel, None);
    }

    #[test]
    fn the_backstops_have_a_floor_which_is_higher_where_fuel_decides() {
        let limits = of_mutants(None, Duration::from_millis(2));
        assert_eq!((limits.cpu.as_secs(), limits.wall.as_secs()), (1, 10));
        let limits = of_mutants(Some(7), Duration::from_millis(2));
        assert_eq!((limits.cpu.as_secs(), limits.wall.as_secs()), (10, 100));
        let limits = of_mutants(None, Duration::from_secs(3));
        assert_eq!((limits.cpu.as_secs(), limits.wall.as_secs()), (30, 300));
    }
}
