//! Which candidates become parents.

use crate::random::Generator;

/// The place of a parent among so many candidates, the best of which comes first.
///
/// The first is as many times as likely as the last as there are candidates, and the likelihood
/// falls evenly between them.
pub fn select(n_candidates: usize, generator: &mut Generator) -> usize {
    let n_tickets = n_candidates * (n_candidates + 1) / 2;
    let mut ticket = generator.below(n_tickets);
    let mut place = 0;
    let mut n_own = n_candidates;
    while ticket >= n_own {
        ticket -= n_own;
        n_own -= 1;
        place += 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_candidates_are_likelier() {
        let mut generator = Generator::new(1);
        let mut n_times = [0; 3];
        for _ in 0..6000 {
            n_times[select(3, &mut generator)] += 1;
        }
        // Expected are 3000, 2000 and 1000; six standard deviations around them.
        assert!((2768..3232).contains(&n_times[0]), "{n_times:?}");
        assert!((1781..2219).contains(&n_times[1]), "{n_times:?}");
        assert!((827..1173).contains(&n_times[2]), "{n_times:?}");
    }

    #[test]
    fn the_only_candidate_is_selected() {
        assert_eq!(select(1, &mut Generator::new(1)), 0);
    }
}
