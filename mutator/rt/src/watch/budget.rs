//! Which calls of a function are due.

/// All of a function's first calls are watched.
const FIRST: u32 = 64;

/// Then this many, before the distance between them is doubled.
const OF_EACH_DISTANCE: u32 = 32;

/// What one function may spend on being watched, in numbers looked at.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    n_watched: u32,
    n_seen: u64,
    free: u64,
    /// The fuel that pays for one number.
    fuel_each: u64,
}

impl Budget {
    /// Teaching happens once and may take its time.
    pub(super) fn of_trace() -> Self {
        Self::new(200_000, 16)
    }

    /// Invariants are compared for every mutant.
    pub(super) fn of_invariants() -> Self {
        Self::new(2_000, 100)
    }

    fn new(free: u64, fuel_each: u64) -> Self {
        Self {
            n_watched: 0,
            n_seen: 0,
            free,
            fuel_each,
        }
    }

    /// Whether a call that is due can be paid for, after this much fuel was burnt.
    pub(super) fn allows(&self, burnt: u64) -> bool {
        self.n_seen <= self.free + burnt / self.fuel_each
    }

    /// Notes that a call was watched and what was looked at.
    pub(super) fn spend(&mut self, n_seen: u64) {
        self.n_seen = self.n_seen.saturating_add(n_seen);
    }

    /// How many calls from this one the next one is due.
    pub(super) fn distance(&mut self) -> u32 {
        self.n_watched = self.n_watched.saturating_add(1);
        let n_doublings = self
            .n_watched
            .saturating_sub(FIRST)
            .div_ceil(OF_EACH_DISTANCE);
        1 << n_doublings.min(20)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_calls_are_due_and_then_fewer_and_fewer() {
        let mut budget = Budget::of_invariants();
        let distances: Vec<u32> = (0..130).map(|_| budget.distance()).collect();
        assert_eq!(distances[..64], [1; 64]);
        assert_eq!(distances[64..96], [2; 32]);
        assert_eq!(distances[96..128], [4; 32]);
        assert_eq!(distances[128], 8);
    }

    #[test]
    fn what_was_seen_must_be_paid_for_by_fuel() {
        let mut budget = Budget::new(10, 100);
        budget.spend(12);
        assert!(!budget.allows(199));
        assert!(budget.allows(200));
    }
}
