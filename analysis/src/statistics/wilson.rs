//! The interval of a proportion.

/// The 97.5 % quantile of the standard normal distribution, for a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % score interval of a proportion, as shares between 0 and 1.
///
/// `None` when nothing was counted. Assumes independent trials with one probability; mutants of one
/// program are neither, so read it as the least uncertainty there is.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
/// the American Statistical Association 22 (1927), 209–212; without continuity correction.
pub fn wilson(n_hits: u64, n_trials: u64) -> Option<(f64, f64)> {
    if n_trials == 0 {
        return None;
    }
    let n = n_trials as f64;
    let share = n_hits as f64 / n;
    let centre = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // At the ends the exact bound is 0 or 1; the formula misses it by rounding.
    let low = if n_hits == 0 {
        0.0
    } else {
        (centre - spread) / scale
    };
    let high = if n_hits == n_trials {
        1.0
    } else {
        (centre + spread) / scale
    };
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four examples of R. G. Newcombe, "Two-sided confidence intervals for the single
    /// proportion", Statistics in Medicine 17 (1998), Table I, method 3.
    #[test]
    fn the_interval_is_the_one_of_newcombes_examples() {
        let examples = [
            ((81, 263), "0.2553 0.3662"),
            ((15, 148), "0.0624 0.1605"),
            ((0, 20), "0.0000 0.1611"),
            ((1, 29), "0.0061 0.1718"),
        ];
        for ((n_hits, n_trials), expected) in examples {
            let (low, high) = wilson(n_hits, n_trials).unwrap();
            assert_eq!(format!("{low:.4} {high:.4}"), expected);
        }
    }

    #[test]
    fn the_interval_is_unknown_when_nothing_was_counted() {
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn the_interval_of_all_hits_mirrors_that_of_none() {
        let (low, high) = wilson(20, 20).unwrap();
        assert_eq!((format!("{low:.4}"), high), ("0.8389".to_owned(), 1.0));
    }
}
