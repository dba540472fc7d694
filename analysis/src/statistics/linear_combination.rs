//! The interval of a sum of proportions, each times a number.

use super::wilson;

/// A proportion in a sum, and what it is multiplied by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// What the proportion is multiplied by; below zero where it is subtracted.
    pub coefficient: f64,
    /// How many.
    pub n_hits: u64,
    /// Out of how many.
    pub n_trials: u64,
}

/// The 95 % interval of a linear combination of independent proportions, recovered from the Wilson
/// interval of each (MOVER).
///
/// The distance from the estimate to an end of each interval stands for the standard error in that
/// direction, and the squares of these distances, each times its coefficient, are added. Of one
/// proportion it is the Wilson interval itself, and where the coefficients are the shares of a whole it
/// stays between 0 and 1. `None` without a term, and where a proportion is one of nothing.
///
/// G. Y. Zou, W. Huang, X. Zhang, "A note on confidence interval estimation for a linear function of
/// binomial proportions", Computational Statistics & Data Analysis 53 (2009), 1080–1085. Of a difference
/// it is method 10 of R. G. Newcombe, "Interval estimation for the difference between independent
/// proportions", Statistics in Medicine 17 (1998), 873–890. It assumes what Wilson's interval does, and
/// that the proportions are of different trials.
pub fn linear_combination(terms: &[Term]) -> Option<(f64, f64)> {
    if terms.is_empty() {
        return None;
    }
    let (mut estimate, mut below, mut above) = (0.0, 0.0, 0.0);
    for term in terms {
        let (low, high) = wilson(term.n_hits, term.n_trials)?;
        let share = term.n_hits as f64 / term.n_trials as f64;
        estimate += term.coefficient * share;
        // What is subtracted pulls the sum down where it is large itself.
        let (down, up) = if term.coefficient < 0.0 {
            (high - share, share - low)
        } else {
            (share - low, high - share)
        };
        below += (term.coefficient * down).powi(2);
        above += (term.coefficient * up).powi(2);
    }
    Some((estimate - below.sqrt(), estimate + above.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(coefficient: f64, n_hits: u64, n_trials: u64) -> Term {
        Term {
            coefficient,
            n_hits,
            n_trials,
        }
    }

    /// The examples of Newcombe's comparison of eleven methods, Table II, method 10.
    #[test]
    fn the_interval_of_a_difference_is_the_one_of_newcombes_examples() {
        let examples = [
            ((56, 70), (48, 80), "0.0524 0.3339"),
            ((9, 10), (3, 10), "0.1705 0.8090"),
            ((6, 7), (2, 7), "0.0582 0.8062"),
            ((5, 56), (0, 29), "-0.0381 0.1926"),
            ((0, 10), (0, 20), "-0.1611 0.2775"),
            ((10, 10), (0, 20), "0.6791 1.0000"),
        ];
        for (first, second, expected) in examples {
            let terms = [term(1.0, first.0, first.1), term(-1.0, second.0, second.1)];
            let (low, high) = linear_combination(&terms).unwrap();
            assert_eq!(format!("{low:.4} {high:.4}"), expected);
        }
    }

    #[test]
    fn of_one_proportion_it_is_wilsons_interval() {
        let (low, high) = linear_combination(&[term(1.0, 15, 148)]).unwrap();
        assert_eq!(format!("{low:.4} {high:.4}"), "0.0624 0.1605");
    }

    #[test]
    fn all_hits_of_all_parts_have_no_more_above_them() {
        let terms = [term(0.25, 20, 20), term(0.75, 5, 5)];
        let (low, high) = linear_combination(&terms).unwrap();
        assert!((high - 1.0).abs() < 1e-12, "{high}");
        assert!(low < 1.0, "{low}");
    }

    #[test]
    fn the_interval_is_unknown_where_a_part_is_and_without_parts() {
        assert_eq!(linear_combination(&[]), None);
        assert_eq!(
            linear_combination(&[term(0.5, 1, 2), term(0.5, 0, 0)]),
            None
        );
    }

    /// The probability of each number of hits.
    fn binomial(n_trials: u64, share: f64) -> Vec<f64> {
        let mut known = vec![1.0];
        for _ in 0..n_trials {
            let mut next = vec![0.0; known.len() + 1];
            for (n_hits, probability) in known.iter().enumerate() {
                next[n_hits] += probability * (1.0 - share);
                next[n_hits + 1] += probability * share;
            }
            known = next;
        }
        known
    }

    /// Over every outcome of three programs with this many mutants, weighted by 28, 69 and 85 mutants.
    #[track_caller]
    fn check_coverage(n_trials: [u64; 3], shares: [f64; 3]) {
        let weights = [28.0, 69.0, 85.0].map(|weight| weight / 182.0);
        let truth: f64 = weights.iter().zip(shares).map(|(w, share)| w * share).sum();
        let outcomes = [0, 1, 2].map(|part| binomial(n_trials[part], shares[part]));
        let mut covered = 0.0;
        for (first, p_first) in outcomes[0].iter().enumerate() {
            for (second, p_second) in outcomes[1].iter().enumerate() {
                for (third, p_third) in outcomes[2].iter().enumerate() {
                    let hits = [first as u64, second as u64, third as u64];
                    let terms =
                        [0, 1, 2].map(|part| term(weights[part], hits[part], n_trials[part]));
                    let (low, high) = linear_combination(&terms).unwrap();
                    if (low..=high).contains(&truth) {
                        covered += p_first * p_second * p_third;
                    }
                }
            }
        }
        // Wilson's own interval covers as much more or less than it says on so few trials.
        assert!((0.935..0.965).contains(&covered), "{covered}");
    }

    #[test]
    fn nineteen_intervals_of_twenty_hold_the_true_rate() {
        check_coverage([31, 15, 15], [0.35, 0.51, 0.82]);
        check_coverage([31, 15, 15], [0.72, 0.86, 0.82]);
        check_coverage([20, 20, 20], [0.54, 0.63, 0.98]);
    }
}
