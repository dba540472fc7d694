//! Which runs of a sample are compared with which.

/// How the runs of a sample are put into pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    /// Each later run with the first one.
    First,
    /// Each run with the next one.
    Consecutive,
    /// Each run with each other one.
    All,
    /// The first with the second, the third with the fourth: no run twice, so that the values are
    /// independent of each other.
    Disjoint,
}

/// Every pairing, with its name.
pub const PAIRINGS: [(Pairing, &str); 4] = [
    (Pairing::All, "all"),
    (Pairing::Consecutive, "consecutive"),
    (Pairing::Disjoint, "disjoint"),
    (Pairing::First, "first"),
];

impl Pairing {
    /// The pairing of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = PAIRINGS.iter();
        all.find(|(_, known)| *known == name)
            .map(|(pairing, _)| *pairing)
    }

    /// Where the value of two runs is among the values of [`Self::All`] pairs.
    pub(crate) fn place_among_all(one: usize, other: usize) -> usize {
        let (earlier, later) = (one.min(other), one.max(other));
        later * (later - 1) / 2 + earlier
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = PAIRINGS.iter();
        let found = all.find(|(pairing, _)| *pairing == self);
        found.expect("every pairing is in the list").1
    }

    /// The pairs among so many runs, by their places.
    ///
    /// Those of fewer runs come first, so that looking early means looking at the first values.
    pub fn pairs(self, n_runs: usize) -> Vec<(usize, usize)> {
        match self {
            Self::First => (1..n_runs).map(|other| (0, other)).collect(),
            Self::Consecutive => (1..n_runs).map(|other| (other - 1, other)).collect(),
            Self::All => (1..n_runs)
                .flat_map(|other| (0..other).map(move |one| (one, other)))
                .collect(),
            Self::Disjoint => (0..n_runs / 2)
                .map(|pair| (2 * pair, 2 * pair + 1))
                .collect(),
        }
    }
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn pairs_are_those_of_the_rule() {
        let pairs = |name| Pairing::from_name(name).unwrap().pairs(5);
        assert_eq!(pairs("first"), [(0, 1), (0, 2), (0, 3), (0, 4)]);
        assert_eq!(pairs("consecutive"), [(0, 1), (1, 2), (2, 3), (3, 4)]);
        assert_eq!(pairs("all").len(), 10);
        assert_eq!(pairs("all")[..4], [(0, 1), (0, 2), (1, 2), (0, 3)]);
        assert_eq!(pairs("disjoint"), [(0, 1), (2, 3)]);
        assert_eq!(Pairing::from_name("some"), None);
        for (pairing, name) in PAIRINGS {
            assert_eq!(pairing.name(), name);
            assert_eq!(pairing.pairs(9)[..pairing.pairs(6).len()], pairing.pairs(6));
        }
    }

    #[test]
    fn the_value_of_any_two_runs_is_found_among_those_of_all_pairs() {
        for (place, &(one, other)) in Pairing::All.pairs(7).iter().enumerate() {
            assert_eq!(Pairing::place_among_all(one, other), place);
            assert_eq!(Pairing::place_among_all(other, one), place);
        }
    }
}
