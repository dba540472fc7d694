//! How much of an oracle a technique replaces.

/// The share that a technique kills of what an oracle kills, without what anybody would notice.
///
/// `(n_technique − n_floor) / (n_oracle − n_floor)`: 0 when it finds no more than crashes show, 1
/// when it finds all that an oracle could. `None` when the oracle finds nothing but what the floor
/// finds. It is negative for a technique that misses what crashes show.
///
/// The idea of measuring metamorphic testing against an oracle is that of H. Liu, F.-C. Kuo, D. Towey
/// and T. Y. Chen, "How effectively does metamorphic testing alleviate the oracle problem?", IEEE
/// Transactions on Software Engineering 40 (2014), 4–22; taking the floor off both is ours.
pub fn imitation(n_technique: u64, n_floor: u64, n_oracle: u64) -> Option<f64> {
    let above_floor = |n: u64| n as f64 - n_floor as f64;
    (n_oracle > n_floor).then(|| above_floor(n_technique) / above_floor(n_oracle))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where no mutant that crashes counts and the ceiling tells all 182 apart, the 178 that a technique
    /// kills on three programs are its imitation as well.
    #[test]
    fn without_a_floor_it_is_the_kill_rate() {
        assert_eq!(imitation(26 + 69 + 83, 0, 182), Some(178.0 / 182.0));
    }

    #[test]
    fn what_anybody_notices_does_not_count() {
        assert_eq!(imitation(60, 20, 100), Some(0.5));
        assert_eq!(imitation(20, 20, 100), Some(0.0));
        assert_eq!(imitation(100, 20, 100), Some(1.0));
        assert_eq!(imitation(10, 20, 100), Some(-0.125));
        assert_eq!(imitation(5, 5, 5), None);
    }
}
