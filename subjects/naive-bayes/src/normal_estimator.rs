//! How likely each number of a numeric attribute is in one class.

use std::f64::consts::TAU;

/// How many standard deviations the precision of a column spans at least, as in Weka.
const DEVIATIONS_PER_PRECISION: f64 = 6.0;

/// A normal distribution of the numbers that were seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NormalEstimator {
    numbers: Vec<f64>,
}

impl NormalEstimator {
    /// Counts a number.
    pub fn add(&mut self, number: f64) {
        self.numbers.push(number);
    }

    /// All numbers that were seen.
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        if self.numbers.is_empty() {
            return 0.0;
        }
        let mut sum = 0.0;
        for number in &self.numbers {
            sum += number;
        }
        sum / self.numbers.len() as f64
    }

    /// The standard deviation, which is never less than a part of the column's precision.
    pub fn deviation(&self, precision: f64) -> f64 {
        let least = precision / DEVIATIONS_PER_PRECISION;
        if self.numbers.is_empty() {
            return least;
        }
        let mean = self.mean();
        let mut sum_of_squares = 0.0;
        for number in &self.numbers {
            sum_of_squares += (number - mean) * (number - mean);
        }
        let variance = sum_of_squares / self.numbers.len() as f64;
        variance.sqrt().max(least)
    }

    /// The logarithm of the density at a number; 0 where nothing was seen, which tells nothing.
    pub fn log_density(&self, number: f64, precision: f64) -> f64 {
        if self.numbers.is_empty() {
            return 0.0;
        }
        let deviation = self.deviation(precision);
        let distance = (number - self.mean()) / deviation;
        -distance * distance / 2.0 - (deviation * TAU.sqrt()).ln()
    }
}

/// The mean gap between neighbouring numbers of a column; 0.01 where there is no gap, as in Weka.
pub fn precision(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    match (numbers.first(), numbers.last()) {
        (Some(least), Some(most)) if least < most => (most - least) / (numbers.len() - 1) as f64,
        _ => 0.01,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_mean_and_standard_deviation() {
        let mut estimator = NormalEstimator::default();
        assert_eq!((estimator.mean(), estimator.deviation(6.0)), (0.0, 1.0));
        assert_eq!(estimator.log_density(7.0, 6.0), 0.0);
        for number in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            estimator.add(number);
        }
        assert_eq!((estimator.mean(), estimator.deviation(0.6)), (5.0, 2.0));
        assert_eq!(estimator.deviation(18.0), 3.0);
        // The standard normal density at 1 is 0.24197072, half of it with twice the deviation.
        let expected = (0.241_970_724_519_143_37_f64 / 2.0).ln();
        assert!((estimator.log_density(7.0, 0.6) - expected).abs() < 1e-12);
    }

    #[test]
    fn precision_is_the_mean_gap_of_distinct_numbers() {
        assert_eq!(precision(vec![3.0, 1.0, 1.0, 2.0, 7.0]), 2.0);
        assert_eq!(precision(vec![3.0, 3.0]), 0.01);
        assert_eq!(precision(Vec::new()), 0.01);
    }
}
