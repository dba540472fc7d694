//! How much an execution may use, measured by what the original used.

use std::time::Duration;

use killrate_catalogue::Design;
use killrate_model::Limits;

/// A mutant may burn this many times the fuel the original burnt on the same request, unless its study
/// says otherwise; one that burns all of it is said to hang.
///
/// Measured: see docs/fuel.md.
pub const FUEL_MULTIPLE: u64 = 100;

/// A mutant that ends by itself is called slow when it burnt more than this many times the original's
/// fuel.
pub const SLOW_MULTIPLE: u64 = 5;

/// A mutant may always burn this much, so that tiny inputs leave room for a different path.
///
/// A million burns take a few milliseconds in tight loops, and more than a second in heavy ones.
pub const FUEL_FLOOR: u64 = 1_000_000;

/// The processor time that a mutant may always use where no fuel can end it.
const LEAST_CPU: Duration = Duration::from_secs(1);
/// The same where fuel can: so long that the fuel decides first.
const LEAST_CPU_WITH_FUEL: Duration = Duration::from_secs(10);

/// A day: longer than anybody waits, and short enough for every clock.
const MOST_CPU: Duration = Duration::from_secs(86_400);

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

/// How many times the original's fuel the mutants of a study may burn.
pub(crate) fn fuel_multiple(design: &Design) -> u64 {
    design.fuel_multiple.unwrap_or(FUEL_MULTIPLE)
}

/// What the original's fuel, as often as that, allows.
fn allowed(of_original: u64, multiple: u64) -> u64 {
    of_original.saturating_mul(multiple).max(FUEL_FLOOR)
}

/// Whether a run that burnt this much is a slow one, if it ended by itself.
pub(crate) fn is_slow(burnt: u64, of_original: u64) -> bool {
    burnt > allowed(of_original, SLOW_MULTIPLE)
}

/// The limits for mutants on a request for which the original used this much.
///
/// Where no fuel can end a mutant, the backstop on processor time is ten times what the original took.
/// Where fuel can, the backstop must not decide first, since what it decides depends on the machine. So
/// it allows twice what the original would take to burn all the fuel, and more where that is little: a
/// million burns of a subject whose loops are heavy take more than a second. The backstop on the clock
/// is ten times that.
pub(crate) fn of_mutants(fuel: Option<u64>, cpu: Duration, multiple: u64) -> Limits {
    let (times, least) = match fuel {
        Some(_) => (multiple.saturating_mul(2), LEAST_CPU_WITH_FUEL),
        None => (10, LEAST_CPU),
    };
    let times = u32::try_from(times).unwrap_or(u32::MAX);
    let cpu = cpu.saturating_mul(times).clamp(least, MOST_CPU);
    Limits {
        fuel: fuel.map(|fuel| allowed(fuel, multiple)),
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
        let fuel = |used, multiple| of_mutants(Some(used), Duration::ZERO, multiple).fuel;
        assert_eq!(fuel(10, 5), Some(1_000_000));
        assert_eq!(fuel(3_000_000, 5), Some(15_000_000));
        assert_eq!(fuel(3_000_000, 100), Some(300_000_000));
        assert_eq!(fuel(u64::MAX, 100), Some(u64::MAX));
        assert_eq!(of_mutants(None, Duration::ZERO, 100).fuel, None);
    }

    #[test]
    fn a_run_is_slow_beyond_the_floor_and_five_times_the_originals_fuel() {
        assert!(!is_slow(1_000_000, 10));
        assert!(is_slow(1_000_001, 10));
        assert!(!is_slow(15_000_000, 3_000_000));
        assert!(is_slow(15_000_001, 3_000_000));
    }

    #[test]
    fn the_backstops_have_a_floor_and_leave_room_for_all_the_fuel() {
        let seconds = |fuel, milliseconds, multiple| {
            let limits = of_mutants(fuel, Duration::from_millis(milliseconds), multiple);
            (limits.cpu.as_secs(), limits.wall.as_secs())
        };
        assert_eq!(seconds(None, 2, 100), (1, 10));
        assert_eq!(seconds(None, 3_000, 100), (30, 300));
        assert_eq!(seconds(Some(7), 2, 100), (10, 100));
        assert_eq!(seconds(Some(7), 3_000, 5), (30, 300));
        assert_eq!(seconds(Some(7), 3_000, 100), (600, 6_000));
        assert_eq!(seconds(Some(7), 3_000, u64::MAX), (86_400, 864_000));
    }
}
