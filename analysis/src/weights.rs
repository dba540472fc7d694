//! Rates of several subjects, weighted by the numbers of mutants that a paper has of each.
//!
//! A paper's total is over its own mutants, so a subject of which it has many counts much there; ours
//! counts by how many mutants we make. Weighted alike, two totals differ by what happened on the subjects
//! and not by their mix.

use crate::statistics::{Term, linear_combination};
use crate::{Estimate, Rate};

/// A rate of a subject, and how much it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weighed {
    /// The subject.
    pub subject: String,
    /// What was measured on it.
    pub rate: Rate,
    /// The mutants that the paper has of it.
    pub weight: u64,
}

/// The mean of the percentages, each weighted by its number of mutants; `None` for fewer than two
/// subjects, where there is nothing to weight.
///
/// The weights are a paper's and no estimates, so the interval is that of a linear combination.
pub fn weighted(rates: &[Weighed]) -> Option<Estimate> {
    if rates.len() < 2 {
        return None;
    }
    let (mut sum, mut weights) = (0.0, 0.0);
    for Weighed { rate, weight, .. } in rates {
        // Without a single mutant there is no share that could be weighted.
        sum += *weight as f64 * rate.percent()?;
        weights += *weight as f64;
    }
    if weights <= 0.0 {
        return None;
    }
    let term = |Weighed { rate, weight, .. }: &Weighed| Term {
        coefficient: 100.0 * *weight as f64 / weights,
        n_hits: rate.n,
        n_trials: rate.of,
    };
    let terms: Vec<Term> = rates.iter().map(term).collect();
    let (low, high) = linear_combination(&terms)?;
    Some(Estimate {
        percent: sum / weights,
        low,
        high,
    })
}

/// How the interval of a weighted mean is made, in a sentence.
pub const INTERVAL: &str = "The interval of a weighted rate adds the squares of how far the subjects' Wilson \
                            intervals reach, each by its weight (Zou, Huang and Zhang 2009).";

/// How rows are weighted, in a sentence; the weights are named where all rows have the same.
pub fn in_words<'a>(rows: impl Iterator<Item = &'a [Weighed]>) -> String {
    let weights = |row: &[Weighed]| -> Vec<String> {
        let each = row.iter();
        each.map(|known| format!("{} {}", known.subject, known.weight))
            .collect()
    };
    let mut all: Vec<Vec<String>> = rows.filter(|row| row.len() > 1).map(weights).collect();
    all.sort();
    all.dedup();
    let named = match all.as_slice() {
        [one] => format!(" ({})", one.join(", ")),
        _ => String::new(),
    };
    format!(
        "Weighted: the mean of the subjects' percentages, each weighted by the number of mutants that the \
         papers have of the subject{named}, over the subjects that they have. {INTERVAL}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(subject: &str, n: u64, of: u64, weight: u64) -> Weighed {
        Weighed {
            subject: subject.to_owned(),
            rate: Rate { n, of },
            weight,
        }
    }

    #[test]
    fn a_subject_counts_by_the_papers_mutants_and_not_by_ours() {
        // 28 · 50 % + 69 · 100 % of 97; pooled it would be 110 of 210.
        let rates = [weighed("a", 100, 200, 28), weighed("b", 10, 10, 69)];
        let expected = (28.0 * 50.0 + 69.0 * 100.0) / 97.0;
        let found = weighted(&rates).unwrap();
        assert_eq!(found.percent, expected);
        // Of 100 of 200 Wilson's interval is 43.14 to 56.86 %, of 10 of 10 it is 72.25 to 100 %.
        let below = (28.0 * 6.864_f64).hypot(69.0 * 27.753) / 97.0;
        let above = 28.0 * 6.864 / 97.0;
        assert!((found.low - (expected - below)).abs() < 1e-2, "{found:?}");
        assert!((found.high - (expected + above)).abs() < 1e-2, "{found:?}");
    }

    #[test]
    fn one_subject_has_nothing_to_weight_and_a_share_of_nothing_no_weight() {
        assert_eq!(weighted(&[weighed("a", 1, 2, 28)]), None);
        let rates = [weighed("a", 1, 2, 28), weighed("b", 0, 0, 69)];
        assert_eq!(weighted(&rates), None);
    }

    #[test]
    fn weights_are_named_where_they_are_the_same_in_all_rows() {
        let first = [weighed("a", 1, 2, 28), weighed("b", 0, 5, 69)];
        let same = [weighed("a", 2, 2, 28), weighed("b", 1, 5, 69)];
        let other = [weighed("a", 2, 2, 9), weighed("b", 1, 5, 69)];
        let told = in_words([&first[..], &same].into_iter());
        assert!(told.contains(" (a 28, b 69), over"), "{told}");
        let told = in_words([&first[..], &other].into_iter());
        assert!(told.contains("of the subject, over"), "{told}");
    }
}
