//! What a test program prints, read line by line.

use std::collections::BTreeMap;

/// What became of one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TestResult {
    Passed,
    Failed,
    Ignored,
}

/// The results that a run of Rust's own test harness printed, by the names of the tests.
///
/// A run that was cut short has the tests that had ended by then.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TestResults {
    pub results: BTreeMap<String, TestResult>,
    /// Whether the harness came to its summary.
    pub is_complete: bool,
}

impl TestResults {
    /// Reads lines such as `test tests::adds ... ok`; whatever else is printed is left aside.
    pub(crate) fn read(stdout: &str) -> Self {
        let mut read = Self::default();
        for line in stdout.lines() {
            // Whatever is printed after the summary is not about tests, even if it looks like that.
            if line.starts_with("test result: ") {
                read.is_complete = true;
                break;
            }
            let Some((name, result)) = line
                .strip_prefix("test ")
                .and_then(|test| test.split_once(" ... "))
            else {
                continue;
            };
            // A test that must panic is said to.
            let name = name.strip_suffix(" - should panic").unwrap_or(name);
            let result = match result {
                "ok" => TestResult::Passed,
                "FAILED" => TestResult::Failed,
                // Possibly with a reason after a comma.
                result if result.starts_with("ignored") => TestResult::Ignored,
                _ => continue,
            };
            read.results.insert(name.to_owned(), result);
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_is_read_and_output_of_tests_is_not() {
        let read = TestResults::read(
            "\nrunning 4 tests\n\
             test tests::adds ... ok\n\
             test tests::divides - should panic ... ok\n\
             test slow ... ignored, takes a minute\n\
             test tests::subtracts ... FAILED\n\n\
             failures:\n\ntest result: FAILED. 2 passed; 1 failed\n\
             test later ... ok\n",
        );
        let expected = [
            ("slow", TestResult::Ignored),
            ("tests::adds", TestResult::Passed),
            ("tests::divides", TestResult::Passed),
            ("tests::subtracts", TestResult::Failed),
        ]
        .map(|(name, result)| (name.to_owned(), result));
        assert_eq!(read.results, BTreeMap::from(expected));
        assert!(read.is_complete);
    }

    #[test]
    fn a_run_that_was_cut_short_has_what_it_came_to() {
        let read = TestResults::read("running 3 tests\ntest a ... ok\ntest b ... ");
        assert_eq!(read.results.len(), 1);
        assert!(!read.is_complete);
    }
}
