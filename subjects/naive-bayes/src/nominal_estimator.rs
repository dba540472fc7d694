//! How likely each value of a nominal attribute is in one class.

/// What a value that was never seen is given, as a share of all that were seen.
///
/// A share and not a number, so that seeing every example twice changes no estimate.
const UNSEEN_SHARE: f64 = 0.01;

/// Counts of values.
#[derive(Clone, Debug, PartialEq)]
pub struct NominalEstimator {
    counts: Vec<u64>,
}

impl NominalEstimator {
    /// An estimator that has seen nothing.
    pub fn new(n_values: usize) -> NominalEstimator {
        NominalEstimator {
            counts: vec![0; n_values],
        }
    }

    /// Counts a value.
    pub fn add(&mut self, value: usize) {
        self.counts[value] += 1;
    }

    /// The estimated probability of a value; all are equally likely when nothing was seen.
    pub fn probability(&self, value: usize) -> f64 {
        let n_seen: u64 = self.counts.iter().sum();
        let n_values = self.counts.len() as f64;
        if n_seen == 0 {
            return 1.0 / n_values;
        }
        let share = self.counts[value] as f64 / n_seen as f64;
        (share + UNSEEN_SHARE) / (1.0 + n_values * UNSEEN_SHARE)
    }

    /// The probabilities of all values, which add up to 1.
    pub fn probabilities(&self) -> Vec<f64> {
        let values = 0..self.counts.len();
        values.map(|value| self.probability(value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_follow_the_counts_and_none_is_zero() {
        let mut estimator = NominalEstimator::new(2);
        assert_eq!(estimator.probabilities(), [0.5, 0.5]);
        estimator.add(1);
        assert_eq!(estimator.probabilities(), [0.01 / 1.02, 1.01 / 1.02]);
        estimator.add(0);
        assert_eq!(estimator.probabilities(), [0.5, 0.5]);
    }
}
