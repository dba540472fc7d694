//! The two-sample tests, one file each, and the list that names them all.

mod brown_forsythe;
mod f;
mod kolmogorov_smirnov;
mod levene;
mod mann_whitney;
mod student;
mod welch;

/// A test of whether two samples come from the same distribution, in some respect.
#[derive(Debug)]
pub struct TwoSampleTest {
    /// The name in manifests and tables.
    pub name: &'static str,
    /// What it compares and assumes, in one line.
    pub description: &'static str,
    pub(crate) compare: fn(&[f64], &[f64]) -> TestResult,
}

/// What a test says of two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestResult {
    /// The test's statistic.
    pub statistic: f64,
    /// How likely a statistic at least as far off is when nothing differs; two-sided.
    pub p: f64,
}

impl TwoSampleTest {
    /// The test of this name.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        tests().iter().copied().find(|test| test.name == name)
    }

    /// Compares two samples.
    ///
    /// Where neither sample varies in what the test looks at, there is no scale to measure by: the p
    /// is 1 if they agree, 0 if not.
    ///
    /// # Panics
    /// When a sample has fewer than two values.
    pub fn compare(&self, a: &[f64], b: &[f64]) -> TestResult {
        assert!(
            a.len() >= 2 && b.len() >= 2,
            "a sample of fewer than two values has no spread"
        );
        (self.compare)(a, b)
    }
}

/// Every test, by name.
pub fn tests() -> &'static [&'static TwoSampleTest] {
    &[
        &brown_forsythe::BROWN_FORSYTHE,
        &f::F,
        &kolmogorov_smirnov::KOLMOGOROV_SMIRNOV,
        &levene::LEVENE,
        &mann_whitney::MANN_WHITNEY,
        &student::STUDENT,
        &welch::WELCH,
    ]
}

/// The result where nothing varies.
fn without_scale(is_same: bool) -> TestResult {
    if is_same {
        TestResult {
            statistic: 0.0,
            p: 1.0,
        }
    } else {
        TestResult {
            statistic: f64::INFINITY,
            p: 0.0,
        }
    }
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn tests_are_listed_and_found_by_name() {
        assert!(tests().is_sorted_by_key(|test| test.name));
        for test in tests() {
            assert_eq!(TwoSampleTest::from_name(test.name).unwrap().name, test.name);
        }
        assert!(TwoSampleTest::from_name("z").is_none());
    }

    #[test]
    fn equal_samples_are_never_told_apart_and_constants_only_when_they_differ() {
        let sample = [1.0, 2.0, 4.0, 8.0];
        let constant = [3.0; 4];
        for test in tests() {
            assert_eq!(test.compare(&sample, &sample).p, 1.0, "{}", test.name);
            assert_eq!(test.compare(&constant, &constant).p, 1.0, "{}", test.name);
        }
        let other = [4.0; 4];
        for name in ["student", "welch"] {
            let test = TwoSampleTest::from_name(name).unwrap();
            assert_eq!(test.compare(&constant, &other).p, 0.0, "{name}");
        }
        for name in ["f", "levene", "brown-forsythe"] {
            let test = TwoSampleTest::from_name(name).unwrap();
            assert_eq!(test.compare(&constant, &other).p, 1.0, "{name}");
        }
    }

    /// A range that shrinks by as much at both ends keeps its mean, and the t-test cannot see that.
    #[test]
    fn a_range_that_shrinks_at_both_ends_is_seen_by_its_variance_only() {
        let spread = |low: f64, high: f64| -> Vec<f64> {
            (0..100)
                .map(|place| low + (high - low) * f64::from(place) / 99.0)
                .collect()
        };
        let (wide, narrow) = (spread(0.0, 10.0), spread(1.0, 9.0));
        let p = |name| {
            let test = TwoSampleTest::from_name(name).unwrap();
            test.compare(&wide, &narrow).p
        };
        assert!(p("student") > 0.99 && p("welch") > 0.99 && p("mann-whitney") > 0.99);
        assert!(p("f") < 0.05 && p("levene") < 0.05 && p("brown-forsythe") < 0.05);
    }
}
