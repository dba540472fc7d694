//! How small a p-value must be before it means anything, learnt from the original.

use killrate_model::Rng;

use crate::tests::TwoSampleTest;

/// The tests that judge two samples together, and when they look.
#[derive(Debug, Clone)]
pub struct Family {
    /// The tests; the smallest of their p-values counts.
    pub tests: Vec<&'static TwoSampleTest>,
    /// How many values of each sample there are at each look, fewest first.
    pub looks: Vec<usize>,
}

/// Two samples of equal standing, from which it is to be learnt what chance does.
#[derive(Debug, Clone, Copy)]
pub struct Samples<'a> {
    /// One.
    pub a: &'a [f64],
    /// The other.
    pub b: &'a [f64],
}

/// The p-value at which a family of tests gives an alarm, and what that does to the original.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// The rate of false alarms that was asked for.
    pub level: f64,
    /// The largest p-value that is an alarm.
    pub threshold: f64,
    /// In how many divisions of the original's runs an alarm was looked for, apart from those that
    /// the threshold comes from.
    pub n_trials: u64,
    /// In how many of them there was one.
    pub n_alarms: u64,
}

/// Divisions from which a threshold is learnt, per pair of samples.
const N_LEARNT: usize = 4000;
/// Divisions on which it is tried.
const N_TRIED: usize = 1000;

impl Family {
    /// The smallest p-value that the tests have at a look, on the first so many values of each side.
    ///
    /// # Panics
    /// When a side has fewer values than the look wants.
    pub fn p_at(&self, n_values: usize, a: &[f64], b: &[f64]) -> f64 {
        let p_of = |test: &&TwoSampleTest| test.compare(&a[..n_values], &b[..n_values]).p;
        self.tests.iter().map(p_of).fold(1.0, f64::min)
    }

    /// The smallest p-value of all looks.
    fn p_of_all_looks(&self, a: &[f64], b: &[f64]) -> f64 {
        let p_of = |&n_values: &usize| self.p_at(n_values, a, b);
        self.looks.iter().map(p_of).fold(1.0, f64::min)
    }

    /// How many values a side has at the last look.
    pub fn n_values(&self) -> usize {
        self.looks.last().copied().unwrap_or_default()
    }
}

impl Calibration {
    /// Learns the threshold from pairs of samples of the original.
    ///
    /// If nothing but chance tells two samples apart, then every division of their values into two
    /// samples is as likely as the one that came about. So the p-values of random divisions are what
    /// chance makes of these values with these tests and looks, whatever their distribution and
    /// however the tests depend on each other, and the threshold is what a share of `level` of them
    /// do not exceed. The smallest threshold of all pairs counts.
    ///
    /// The trials are further divisions of all pairs; they are not independent of each other, so
    /// bounds on their rate are somewhat too narrow.
    ///
    /// # Panics
    /// When there is no pair, or a sample is shorter than the last look.
    pub fn learn(family: &Family, pairs: &[Samples<'_>], level: f64, rng: &mut Rng) -> Self {
        assert!(!pairs.is_empty(), "there is nothing to learn from");
        let mut threshold = f64::INFINITY;
        for pair in pairs {
            let mut drawn = draw(family, pair, N_LEARNT, rng);
            drawn.sort_by(f64::total_cmp);
            // Of so many p-values and the one to be judged, all places are equally likely.
            let n_alarms = (level * (N_LEARNT as f64 + 1.0)).floor() as usize;
            let learnt = match n_alarms {
                0 => 0.0,
                _ => below_ties(&drawn, n_alarms),
            };
            threshold = threshold.min(learnt);
        }
        let mut calibration = Self {
            level,
            threshold,
            n_trials: 0,
            n_alarms: 0,
        };
        for pair in pairs {
            let tried = draw(family, pair, N_TRIED / pairs.len(), rng);
            calibration.n_trials += tried.len() as u64;
            let alarms = tried.iter().filter(|p| calibration.is_alarm(**p));
            calibration.n_alarms += alarms.count() as u64;
        }
        calibration
    }

    /// Whether a p-value means something.
    pub fn is_alarm(&self, p: f64) -> bool {
        p <= self.threshold
    }
}

/// The largest threshold at which at most so many of the sorted p-values are alarms: where values
/// repeat, all of them would be.
fn below_ties(sorted: &[f64], n_alarms: usize) -> f64 {
    let candidate = sorted[n_alarms - 1];
    match sorted.get(n_alarms) {
        Some(&next) if next == candidate => {
            let below = sorted[..n_alarms].iter().rfind(|&&p| p < candidate);
            below.copied().unwrap_or(0.0)
        }
        _ => candidate,
    }
}

/// The p-values of so many random divisions of all values of a pair.
fn draw(family: &Family, pair: &Samples<'_>, n_times: usize, rng: &mut Rng) -> Vec<f64> {
    let n_values = family.n_values();
    let mut values = [&pair.a[..n_values], &pair.b[..n_values]].concat();
    (0..n_times)
        .map(|_| {
            rng.shuffle(&mut values);
            let (a, b) = values.split_at(n_values);
            family.p_of_all_looks(a, b)
        })
        .collect()
}

#[cfg(test)]
mod checks {
    use super::*;

    fn family(tests: &[&str], looks: &[usize]) -> Family {
        Family {
            tests: tests
                .iter()
                .map(|name| TwoSampleTest::from_name(name).unwrap())
                .collect(),
            looks: looks.to_vec(),
        }
    }

    fn skewed(rng: &mut Rng, n: usize) -> Vec<f64> {
        let unit = |rng: &mut Rng| (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        (0..n).map(|_| unit(rng).powi(4)).collect()
    }

    /// How often fresh samples of one distribution give an alarm.
    fn n_false_alarms(family: &Family, calibration: &Calibration, n_trials: usize) -> usize {
        let mut rng = Rng::new(77);
        let n = family.n_values();
        (0..n_trials)
            .filter(|_| {
                let (a, b) = (skewed(&mut rng, n), skewed(&mut rng, n));
                calibration.is_alarm(family.p_of_all_looks(&a, &b))
            })
            .count()
    }

    #[test]
    fn several_tests_and_looks_together_keep_the_level_that_each_alone_would_break() {
        let family = family(
            &["welch", "brown-forsythe", "kolmogorov-smirnov"],
            &[10, 20],
        );
        let mut rng = Rng::new(5);
        let (a, b) = (skewed(&mut rng, 20), skewed(&mut rng, 20));
        let pair = Samples { a: &a, b: &b };
        let calibration = Calibration::learn(&family, &[pair], 0.05, &mut rng);
        let n_calibrated = n_false_alarms(&family, &calibration, 500);
        // The 99.9 % range of 500 trials at 5 %.
        assert!((11..=43).contains(&n_calibrated), "{n_calibrated}");
        let naive = Calibration {
            threshold: 0.05,
            ..calibration.clone()
        };
        let n_naive = n_false_alarms(&family, &naive, 500);
        assert!(n_naive > 50, "{n_naive}");
        assert_eq!(calibration.n_trials, 1000);
        // The same, for the trials of the calibration itself.
        assert!((30..=75).contains(&calibration.n_alarms), "{calibration:?}");
    }

    #[test]
    fn values_that_never_vary_give_no_alarm_on_more_of_the_same() {
        let family = family(&["student"], &[5]);
        let pair = Samples {
            a: &[2.0; 5],
            b: &[2.0; 5],
        };
        let calibration = Calibration::learn(&family, &[pair], 0.05, &mut Rng::new(1));
        assert_eq!(calibration.threshold, 0.0);
        assert!(!calibration.is_alarm(1.0));
        // Two different constants have the p-value 0.
        assert!(calibration.is_alarm(family.p_at(5, &[2.0; 5], &[3.0; 5])));
    }

    #[test]
    fn repeated_p_values_are_alarms_together_or_not_at_all() {
        assert_eq!(below_ties(&[0.1, 0.2, 0.2, 0.3], 1), 0.1);
        assert_eq!(below_ties(&[0.1, 0.2, 0.2, 0.3], 2), 0.1);
        assert_eq!(below_ties(&[0.1, 0.2, 0.2, 0.3], 3), 0.2);
        assert_eq!(below_ties(&[0.1, 0.1, 0.2], 1), 0.0);
    }
}
