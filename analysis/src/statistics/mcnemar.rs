//! Whether two techniques find different numbers of the same mutants.

use statrs::distribution::{Binomial, DiscreteCDF};

/// The two-sided exact p-value of a paired comparison, from the mutants only one of the two found.
///
/// Twice the smaller tail of Binomial(n, ½) over the n discordant pairs, at most 1; with no
/// discordant pair there is nothing against equality, and it is 1.
///
/// Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
/// percentages", Psychometrika 12 (1947), 153–157; the exact form is the sign test.
pub fn mcnemar_exact(n_only_first: u64, n_only_second: u64) -> f64 {
    let n_discordant = n_only_first + n_only_second;
    let binomial = Binomial::new(0.5, n_discordant).expect("one half is a probability");
    let tail = binomial.cdf(n_only_first.min(n_only_second));
    // With as many on both sides the two tails share their middle, and twice one is more than all.
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The approval ratings of A. Agresti, "Categorical Data Analysis", as tested exactly in
    /// M. P. Fay, "Exact McNemar's test and matching confidence intervals" (R package exact2x2).
    #[test]
    fn the_p_value_is_the_one_of_the_approval_ratings() {
        assert_eq!(format!("{:.3e}", mcnemar_exact(150, 86)), "3.716e-5");
    }

    #[test]
    fn small_cases_can_be_counted_by_hand() {
        // One pair in five goes the other way: 2 · (1 + 5) / 32.
        assert!((mcnemar_exact(4, 1) - 0.375).abs() < 1e-12);
        assert!((mcnemar_exact(0, 6) - 2.0 / 64.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_speaks_against_equality_without_a_difference() {
        assert_eq!(mcnemar_exact(0, 0), 1.0);
        assert_eq!(mcnemar_exact(3, 3), 1.0);
    }
}
