//! What each property contributes, whichever others are there.

use fixedbitset::FixedBitSet;

/// The Shapley value of every property when a set of properties is worth the mutants it kills.
///
/// It is what a property adds on average over all orders in which properties could be added; the
/// values add up to the mutants that all of them kill. `kills` has for each property the mutants it
/// kills. In a coverage game every mutant is shared equally among those that kill it, which gives
/// the value without looking at orders: Σ 1 / d over the property's mutants, d their killers.
///
/// L. S. Shapley, "A value for n-person games", in Contributions to the Theory of Games II (1953),
/// 307–317; the sharing by S. C. Littlechild and G. Owen, "A simple expression for the Shapley value
/// in a special case", Management Science 20 (1973), 370–372.
pub fn shapley(kills: &[FixedBitSet]) -> Vec<f64> {
    let n_mutants = kills.iter().map(FixedBitSet::len).max().unwrap_or(0);
    let mut n_killers = vec![0_u32; n_mutants];
    for mutant in kills.iter().flat_map(FixedBitSet::ones) {
        n_killers[mutant] += 1;
    }
    let value = |kills: &FixedBitSet| {
        let shares = kills
            .ones()
            .map(|mutant| 1.0 / f64::from(n_killers[mutant]));
        // The sum of no numbers is −0 by the standard library, which would be printed so.
        shares.fold(0.0, |value, share| value + share)
    };
    kills.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The airport game: four aircraft need runways of 8, 11, 13 and 18 units, every unit shared by
    /// those that need it, which makes 2, 3, 4 and 9. Littlechild and Owen's game with the numbers
    /// of Wikipedia's article "Airport problem".
    #[test]
    fn a_runway_is_shared_by_those_who_need_it() {
        let aircraft = [8, 11, 13, 18].map(|length| {
            let mut units = FixedBitSet::with_capacity(18);
            units.insert_range(..length);
            units
        });
        let values = shapley(&aircraft);
        for (value, expected) in values.iter().zip([2.0, 3.0, 4.0, 9.0]) {
            assert!((value - expected).abs() < 1e-12, "{values:?}");
        }
    }

    #[test]
    fn a_property_that_kills_nothing_is_worth_nothing() {
        let mut first = FixedBitSet::with_capacity(2);
        first.insert_range(..);
        let values = shapley(&[first, FixedBitSet::with_capacity(2)]);
        assert_eq!(format!("{values:?}"), "[2.0, 0.0]");
        assert_eq!(shapley(&[]), [0.0; 0]);
    }
}
