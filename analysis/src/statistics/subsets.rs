//! How many mutants some of the properties kill, when nobody knows which to choose.

/// The mutants that k properties kill on average over all choices of k, for k from 0 to all.
///
/// `n_killers` has for each mutant how many of the `n_properties` kill it. In closed form:
/// E(k) = Σ over mutants of 1 − C(n − d, k) / C(n, k), with d the mutant's killers.
///
/// It is the rarefaction of ecology with properties for samples and mutants for species:
/// S. H. Hurlbert, "The nonconcept of species diversity", Ecology 52 (1971), 577–586; for samples
/// K. I. Ugland, J. S. Gray and K. E. Ellingsen, "The species–accumulation curve and estimation of
/// species richness", Journal of Animal Ecology 72 (2003), 888–897.
///
/// # Panics
/// When a mutant has more killers than there are properties.
pub fn expected_kills(n_killers: &[usize], n_properties: usize) -> Vec<f64> {
    let mut n_mutants = vec![0_u64; n_properties + 1];
    for &d in n_killers {
        n_mutants[d] += 1;
    }
    let mut expected = vec![0.0; n_properties + 1];
    for (d, &n_mutants) in n_mutants.iter().enumerate() {
        // The chance that none of k chosen properties is among the d; no binomial, which would overflow.
        let mut missed = 1.0;
        for (k, expected) in expected.iter_mut().enumerate() {
            *expected += n_mutants as f64 * (1.0 - missed);
            let (n_left, n_others_left) = (n_properties - k, (n_properties - d).saturating_sub(k));
            if n_left > 0 {
                missed *= n_others_left as f64 / n_left as f64;
            }
        }
    }
    expected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three properties, worked out by listing every choice: mutants with 1, 2, 3 and no killers.
    #[test]
    fn the_average_is_that_over_all_choices() {
        // One property: 1/3 + 2/3 + 1; two: 2/3 + 1 + 1; three: all three that have a killer.
        let expected = expected_kills(&[1, 2, 3, 0], 3);
        let by_hand = [0.0, 2.0, 8.0 / 3.0, 3.0];
        assert_eq!(expected.len(), 4);
        for (a, b) in expected.iter().zip(by_hand) {
            assert!((a - b).abs() < 1e-12, "{expected:?}");
        }
    }

    /// A hand at bridge, thirteen cards of 52, holds at least one of the four aces with chance
    /// 1 − C(48, 13) / C(52, 13) = 0.6962.
    #[test]
    fn thirteen_cards_hold_an_ace_in_seven_deals_of_ten() {
        assert_eq!(format!("{:.4}", expected_kills(&[4], 52)[13]), "0.6962");
    }

    #[test]
    fn many_properties_do_not_overflow() {
        let expected = expected_kills(&[1; 10], 5000);
        assert!((expected[2500] - 5.0).abs() < 1e-9);
        assert_eq!(expected[5000], 10.0);
        assert_eq!(expected_kills(&[], 0), [0.0]);
    }
}
