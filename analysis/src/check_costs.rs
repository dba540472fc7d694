//! What testing the properties of functions took on the originals.

use polars::prelude::*;

use crate::AnalysisError;
use crate::columns::{
    CHECKED_SECONDS, DATA_SET, N_CLONE_TESTS, N_FORK_TESTS, N_POD_TESTS, PLAIN_SECONDS, SUBJECT,
};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};

/// The least time of tests that tells something, in seconds: a millisecond of noise is a twentieth.
const LEAST_SECONDS: f64 = 0.02;

/// The least time of tests that tells something, as a share of the plain run: an error of a twentieth
/// in both times then moves the time of the tests by a quarter at most (P ≤ 2 D and P + D ≤ 3 D, so
/// 0.05 (P + P + D) ≤ 0.25 D).
const LEAST_SHARE: f64 = 0.5;

/// A run with tests beside the run without.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CheckCost {
    /// How many tests there were.
    pub n_tests: u64,
    /// Processor time without tests.
    pub plain_seconds: f64,
    /// Processor time with tests.
    pub checked_seconds: f64,
}

/// The original's run on a data set.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredCost {
    /// The program.
    pub subject: String,
    /// The data set.
    pub data_set: String,
    /// Tests in the program, in copies of the process, and in pods.
    pub n_in: [u64; 3],
    /// How many tests, and both times.
    pub cost: CheckCost,
}

impl CheckCost {
    /// What all of these took together.
    pub fn total(costs: impl Iterator<Item = Self>) -> Self {
        costs.fold(Self::default(), |total, cost| Self {
            n_tests: total.n_tests + cost.n_tests,
            plain_seconds: total.plain_seconds + cost.plain_seconds,
            checked_seconds: total.checked_seconds + cost.checked_seconds,
        })
    }

    /// Milliseconds for each test; `None` when nothing was tested.
    pub fn per_test(self) -> Option<f64> {
        (self.n_tests > 0).then(|| 1000.0 * self.seconds() / self.n_tests as f64)
    }

    /// Whether the tests took long enough for their cost to mean something.
    pub fn is_telling(self) -> bool {
        let least = LEAST_SECONDS.max(LEAST_SHARE * self.plain_seconds);
        self.n_tests > 0 && self.seconds() >= least
    }

    /// What the tests took.
    fn seconds(self) -> f64 {
        self.checked_seconds - self.plain_seconds
    }
}

/// How many digits behind the point show three that mean something, of a cost per test: a copy of the
/// process takes a thousand times as long as a test in the program.
pub fn decimals(per_test: f64) -> usize {
    // Less than a nanosecond is nothing, and nothing has no magnitude.
    let magnitude = per_test.abs().max(1e-6).log10().floor();
    (2.0 - magnitude).max(0.0) as usize
}

/// One per subject and data set on which functions were tested, in the order of names.
///
/// # Errors
/// When the record cannot be read.
pub fn check_costs(findings: &Findings) -> Result<Vec<MeasuredCost>, AnalysisError> {
    let Some(frame) = findings.check_costs.clone() else {
        return Ok(Vec::new());
    };
    let cells = Cells::collect(sorted(frame, &[SUBJECT, DATA_SET]))?;
    let measured = |row| {
        let n_in = [
            cells.count(row, N_CLONE_TESTS)?,
            cells.count(row, N_FORK_TESTS)?,
            cells.count(row, N_POD_TESTS)?,
        ];
        Ok(MeasuredCost {
            subject: cells.name(row, SUBJECT)?,
            data_set: cells.name(row, DATA_SET)?,
            n_in,
            cost: CheckCost {
                n_tests: n_in.iter().sum(),
                plain_seconds: cells.number(row, PLAIN_SECONDS)?,
                checked_seconds: cells.number(row, CHECKED_SECONDS)?,
            },
        })
    };
    let measured: PolarsResult<Vec<MeasuredCost>> = cells.rows().map(measured).collect();
    Ok(measured?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(n_tests: u64, plain_seconds: f64, checked_seconds: f64) -> CheckCost {
        CheckCost {
            n_tests,
            plain_seconds,
            checked_seconds,
        }
    }

    #[test]
    fn a_test_costs_what_the_run_took_longer_for_each() {
        assert_eq!(cost(4, 1.0, 1.5).per_test(), Some(125.0));
        assert_eq!(cost(0, 1.0, 1.5).per_test(), None);
        let total = CheckCost::total([cost(1, 0.5, 1.0), cost(3, 0.5, 1.5)].into_iter());
        assert_eq!(total, cost(4, 1.0, 2.5));
    }

    #[test]
    fn a_cost_is_shown_with_three_digits() {
        for (per_test, expected) in [
            (0.000_331_2, "0.000331"),
            (0.023_34, "0.0233"),
            (2.5, "2.50"),
            (1234.5, "1234"),
            (0.0, "0.00000000"),
            (-0.5, "-0.500"),
        ] {
            let decimals = decimals(per_test);
            assert_eq!(format!("{per_test:.decimals$}"), expected);
        }
    }

    #[test]
    fn little_time_tells_nothing() {
        assert!(cost(1, 0.0, 0.02).is_telling());
        assert!(!cost(1, 0.0, 0.019).is_telling());
        assert!(cost(1, 2.0, 3.0).is_telling());
        assert!(!cost(1, 2.0, 2.9).is_telling());
        assert!(!cost(0, 1.0, 3.0).is_telling());
        assert!(!cost(1, 3.0, 1.0).is_telling());
    }
}
