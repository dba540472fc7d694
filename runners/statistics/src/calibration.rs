//! How small a p-value must be before it means anything, learnt from the original.

use killrate_model::Rng;

use crate::Pairing;
use crate::tests::TwoSampleTest;

/// The tests that judge two samples together, and when they look.
#[derive(Debug, Clone)]
pub struct Family {
    /// The tests; the smallest of their p-values counts.
    pub tests: Vec<&'static TwoSampleTest>,
    /// How many values of each sample there are at each look, fewest first.
    pub looks: Vec<usize>,
}

/// What the original showed, from which it is to be learnt what chance does.
#[derive(Debug, Clone, Copy)]
pub enum Shown<'a> {
    /// Two samples of values that are independent of each other.
    Values {
        /// One.
        a: &'a [f64],
        /// The other.
        b: &'a [f64],
    },
    /// Runs of the same request, for samples whose pairs share runs.
    Runs {
        /// Which runs of a sample are compared.
        pairing: Pairing,
        /// How many runs a sample has; of these there must be at least twice as many.
        n_runs: usize,
        /// The values of [all pairs](Pairing::All) of them.
        values: &'a [f64],
    },
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
    /// Learns the threshold from what the original showed.
    ///
    /// If nothing but chance tells two samples apart, then every division of their values into two
    /// samples is as likely as the one that came about. So the p-values of random divisions are what
    /// chance makes of these values with these tests and looks, whatever their distribution and
    /// however the tests depend on each other, and the threshold is what a share of `level` of them
    /// do not exceed. Where values share runs, it is the runs that are divided. The smallest
    /// threshold of all that was shown counts.
    ///
    /// The trials are further divisions; they are not independent of each other, so bounds on their
    /// rate are somewhat too narrow.
    ///
    /// # Panics
    /// When nothing was shown, or less than the last look wants.
    pub fn learn(family: &Family, shown: &[Shown<'_>], level: f64, rng: &mut Rng) -> Self {
        assert!(!shown.is_empty(), "there is nothing to learn from");
        let mut threshold = f64::INFINITY;
        for one in shown {
            let mut drawn = draw(family, one, N_LEARNT, rng);
            drawn.sort_by(f64::total_cmp);
            // Of so many p-values and the one to be judged, all places are equally likely.
            let n_alarms = (level * (N_LEARNT as f64 + 1.0)).floor() as usize;
            // At a level that asks for less than one alarm in all divisions, no p-value of them is
            // small enough, and only a p of zero is an alarm.
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
        for one in shown {
            // The trials are shared among all that was shown, so that more of it does not cost
            // more.
            let tried = draw(family, one, N_TRIED / shown.len(), rng);
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

/// The p-values of so many random divisions of what was shown.
fn draw(family: &Family, shown: &Shown<'_>, n_times: usize, rng: &mut Rng) -> Vec<f64> {
    match shown {
        Shown::Values { a, b } => {
            let n_values = family.n_values();
            // Values after the last look are never judged, so they take no part in what chance
            // makes of the others.
            let mut values = [&a[..n_values], &b[..n_values]].concat();
            (0..n_times)
                .map(|_| {
                    rng.shuffle(&mut values);
                    let (a, b) = values.split_at(n_values);
                    family.p_of_all_looks(a, b)
                })
                .collect()
        }
        &Shown::Runs {
            pairing,
            n_runs,
            values,
        } => {
            // Values that share a run depend on each other, so not every division of the values is
            // equally likely; every division of the runs is.
            let mut runs: Vec<usize> = (0..n_runs_of(values.len())).collect();
            let pairs = pairing.pairs(n_runs);
            (0..n_times)
                .map(|_| {
                    rng.shuffle(&mut runs);
                    let of = |side: &[usize]| -> Vec<f64> {
                        let value = |&(one, other): &(usize, usize)| {
                            values[Pairing::place_among_all(side[one], side[other])]
                        };
                        pairs.iter().map(value).collect()
                    };
                    let (a, b) = (of(&runs[..n_runs]), of(&runs[n_runs..2 * n_runs]));
                    family.p_of_all_looks(&a, &b)
                })
                .collect()
        }
    }
}

/// How many runs have so many pairs.
fn n_runs_of(n_pairs: usize) -> usize {
    let mut n_runs = 0;
    // Counting up is exact, where a square root would have to be rounded the right way.
    while n_runs * (n_runs + 1) / 2 <= n_pairs {
        n_runs += 1;
    }
    n_runs
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
        let shown = Shown::Values { a: &a, b: &b };
        let calibration = Calibration::learn(&family, &[shown], 0.05, &mut rng);
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
        let shown = Shown::Values {
            a: &[2.0; 5],
            b: &[2.0; 5],
        };
        let calibration = Calibration::learn(&family, &[shown], 0.05, &mut Rng::new(1));
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

    /// What a metric says of all pairs of runs, each of which is a number from 0 to 1.
    fn of_all_pairs(runs: &[f64]) -> Vec<f64> {
        let pairs = Pairing::All.pairs(runs.len());
        let metric = |&(one, other): &(usize, usize)| (runs[one] - runs[other]).abs();
        pairs.iter().map(metric).collect()
    }

    /// How often fresh runs of the same program give an alarm, calibrated and at 0.05.
    fn alarms_of(pairing: Pairing, n_trials: usize) -> (usize, usize) {
        const N_RUNS: usize = 20;
        let looks = [pairing.pairs(N_RUNS).len()];
        let family = family(&["student"], &looks);
        let mut rng = Rng::new(8);
        let values = of_all_pairs(&skewed(&mut rng, 200));
        let shown = Shown::Runs {
            pairing,
            n_runs: N_RUNS,
            values: &values,
        };
        let calibration = Calibration::learn(&family, &[shown], 0.05, &mut rng);
        let (mut n_calibrated, mut n_naive) = (0, 0);
        for _ in 0..n_trials {
            let mut profile = || -> Vec<f64> {
                let runs = skewed(&mut rng, N_RUNS);
                let pairs = pairing.pairs(N_RUNS);
                let metric = |&(one, other): &(usize, usize)| (runs[one] - runs[other]).abs();
                pairs.iter().map(metric).collect()
            };
            let p = family.p_at(looks[0], &profile(), &profile());
            n_calibrated += usize::from(calibration.is_alarm(p));
            n_naive += usize::from(p < 0.05);
        }
        (n_calibrated, n_naive)
    }

    #[test]
    fn pairs_that_share_runs_keep_the_level_where_they_would_break_it_uncalibrated() {
        for (pairing, name) in crate::PAIRINGS {
            let (n_calibrated, n_naive) = alarms_of(pairing, 500);
            // The 99.9 % range of 500 trials at 5 %.
            let range = 11..=43;
            assert!(range.contains(&n_calibrated), "{name}: {n_calibrated}");
            let keeps = pairing == Pairing::Disjoint;
            assert_eq!(range.contains(&n_naive), keeps, "{name}: {n_naive}");
        }
    }

    #[test]
    fn so_many_pairs_are_of_so_many_runs() {
        for n_runs in 2..30 {
            assert_eq!(n_runs_of(Pairing::All.pairs(n_runs).len()), n_runs);
        }
    }
}
