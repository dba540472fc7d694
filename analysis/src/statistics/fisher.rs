//! Whether two groups of different mutants fall in different shares.

use statrs::function::factorial::ln_binomial;

use crate::Rate;

/// The two-sided exact p-value of a comparison of two shares.
///
/// The sum of the probabilities of all tables with the same margins that are no likelier than the one
/// found. Without a mutant in one of the groups nothing speaks against equality, and it is 1.
///
/// R. A. Fisher, "The Design of Experiments", Oliver and Boyd, 1935, chapter II.
pub fn fisher_exact(first: Rate, second: Rate) -> f64 {
    /// Tables as likely as the one found must count, whatever the last bits of both sums.
    const TOLERANCE: f64 = 1e-7;
    let n_killed = first.n + second.n;
    let all = ln_binomial(first.of + second.of, n_killed);
    let probability = |n_first: u64| {
        let ways = ln_binomial(first.of, n_first) + ln_binomial(second.of, n_killed - n_first);
        (ways - all).exp()
    };
    let found = probability(first.n);
    let fewest = n_killed.saturating_sub(second.of);
    let tables = fewest..=n_killed.min(first.of);
    let probabilities = tables.map(probability);
    let no_likelier = probabilities.filter(|known| *known <= found * (1.0 + TOLERANCE));
    no_likelier.sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(first: (u64, u64), second: (u64, u64), expected: f64) {
        let [first, second] = [first, second].map(|(n, of)| Rate { n, of });
        let p = fisher_exact(first, second);
        assert!((p - expected).abs() < 1e-9, "{p}");
        assert!((fisher_exact(second, first) - expected).abs() < 1e-9);
    }

    /// The lady who tastes tea, of whose four cups with milk first she named three: (16 + 1) of 70 tables
    /// on each side.
    #[test]
    fn the_p_value_is_the_one_of_the_lady_tasting_tea() {
        check((3, 4), (1, 4), 34.0 / 70.0);
        check((4, 4), (0, 4), 2.0 / 70.0);
    }

    /// One of two against none of three: C(2,1) / C(5,1), and the other side is likelier.
    #[test]
    fn small_cases_can_be_counted_by_hand() {
        check((1, 2), (0, 3), 2.0 / 5.0);
        check((2, 2), (0, 3), 1.0 / 10.0);
    }

    #[test]
    fn nothing_speaks_against_equality_without_a_difference_or_a_group() {
        check((1, 2), (1, 2), 1.0);
        check((3, 3), (0, 0), 1.0);
        check((0, 5), (0, 7), 1.0);
    }
}
