//! How often the original itself raised an alarm.

use serde::{Deserialize, Serialize};

/// Runs of the original on data it was not taught with, and those with an alarm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FalseAlarms {
    /// How many runs there were.
    pub n_runs: u32,
    /// How many of them raised an alarm.
    pub n_alarmed: u32,
}

impl FalseAlarms {
    /// The share of runs with an alarm; `None` without runs.
    pub fn rate(self) -> Option<f64> {
        (self.n_runs > 0).then(|| f64::from(self.n_alarmed) / f64::from(self.n_runs))
    }

    /// The rate that is exceeded with a confidence of at most 5 %: Clopper and Pearson's exact upper
    /// bound (Biometrika 26, 1934). `None` without runs.
    pub fn upper_bound(self) -> Option<f64> {
        if self.n_runs == 0 {
            return None;
        }
        if self.n_alarmed >= self.n_runs {
            return Some(1.0);
        }
        let (mut low, mut high) = (0.0, 1.0);
        // The chance of so few alarms falls as the rate grows; sixty halvings are exact for a double.
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if self.chance_of_as_few(middle) > 0.05 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    }

    /// The chance of at most so many alarms at this rate.
    fn chance_of_as_few(self, rate: f64) -> f64 {
        let n = f64::from(self.n_runs);
        // In logarithms, because a power of so many runs is rounded to zero before the
        // coefficients, which are as large, can make up for it.
        let mut log_chance = n * (1.0 - rate).ln();
        let mut sum = log_chance.exp();
        for k in 0..self.n_alarmed {
            let k = f64::from(k);
            log_chance += ((n - k) / (k + 1.0)).ln() + (rate / (1.0 - rate)).ln();
            sum += log_chance.exp();
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n_alarmed: u32, n_runs: u32, rate: f64, bound: f64) {
        let alarms = FalseAlarms { n_runs, n_alarmed };
        assert_eq!(alarms.rate(), Some(rate));
        let found = alarms.upper_bound().unwrap();
        assert!((found - bound).abs() < 5e-5, "{found}");
    }

    #[test]
    fn the_bound_without_alarms_is_known_in_closed_form() {
        // 1 - 0.05^(1/n)
        check(0, 120, 0.0, 0.024_656);
        check(0, 1, 0.0, 0.95);
    }

    #[test]
    fn the_bound_with_alarms_is_that_of_tables() {
        // The one-sided 95 % bound for 1 of 10, in tables of Clopper and Pearson's interval.
        check(1, 10, 0.1, 0.394_16);
        check(10, 10, 1.0, 1.0);
    }

    #[test]
    fn without_runs_nothing_is_known() {
        let none = FalseAlarms {
            n_runs: 0,
            n_alarmed: 0,
        };
        assert_eq!((none.rate(), none.upper_bound()), (None, None));
    }
}
