//! A share with its bounds.

use statrs::distribution::{Beta, ContinuousCDF};

/// A share and the two-sided 95 % interval around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The exact 95 % interval of a share of independent trials.
///
/// `None` when nothing was tried. C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial
/// limits illustrated in the case of the binomial", Biometrika 26 (1934), 404–413.
pub fn clopper_pearson(n_hits: u64, n_trials: u64) -> Option<Interval> {
    if n_trials == 0 {
        return None;
    }
    let (hits, misses) = (n_hits as f64, (n_trials - n_hits) as f64);
    let quantile = |a: f64, b: f64, p: f64| {
        let law = Beta::new(a, b).expect("both parameters are positive");
        law.inverse_cdf(p)
    };
    Some(Interval {
        // The beta distribution has no parameter of zero; without hits, or without misses, the
        // interval reaches the end of all shares.
        low: match n_hits {
            0 => 0.0,
            _ => quantile(hits, misses + 1.0, 0.025),
        },
        high: if n_hits == n_trials {
            1.0
        } else {
            quantile(hits + 1.0, misses, 0.975)
        },
    })
}

#[cfg(test)]
mod checks {
    use super::*;

    #[track_caller]
    fn check(n_hits: u64, n_trials: u64, expected: &str) {
        let Interval { low, high } = clopper_pearson(n_hits, n_trials).unwrap();
        assert_eq!(format!("{low:.4} {high:.4}"), expected);
    }

    /// The four examples of R. G. Newcombe, "Two-sided confidence intervals for the single
    /// proportion", Statistics in Medicine 17 (1998), Table I, method 5.
    #[test]
    fn the_interval_is_the_one_of_newcombes_examples() {
        check(81, 263, "0.2527 0.3676");
        check(15, 148, "0.0578 0.1617");
        check(0, 20, "0.0000 0.1684");
        check(1, 29, "0.0009 0.1776");
        assert_eq!(clopper_pearson(0, 0), None);
    }
}
