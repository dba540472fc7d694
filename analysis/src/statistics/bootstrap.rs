//! The interval of a number over programs, when programs are few and mutants of one hang together.

use killrate_model::Rng;

/// How often the clusters are drawn again; B. Efron and R. J. Tibshirani, "An Introduction to the
/// Bootstrap" (1993), section 14.3, ask for thousands where ends of intervals are wanted.
pub const N_REPLICATES: usize = 10_000;

/// The 95 % percentile interval of a statistic when whole clusters are drawn again with replacement.
///
/// `None` with fewer than two clusters, or when the statistic is unknown for every draw; draws for
/// which it is unknown are left out. Mutants of one program fall together, so it is programs that
/// are drawn and not mutants. With few clusters the interval is too narrow: it cannot know programs
/// that are unlike all of them.
///
/// A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their Application" (1997), section 3.8,
/// where it is the first of two ways to resample hierarchical data; ends by linear interpolation,
/// type 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American
/// Statistician 50 (1996), 361–365.
pub fn cluster_bootstrap<C>(
    clusters: &[C],
    rng: &mut Rng,
    statistic: impl Fn(&[&C]) -> Option<f64>,
) -> Option<(f64, f64)> {
    if clusters.len() < 2 {
        return None;
    }
    let mut replicates: Vec<f64> = (0..N_REPLICATES)
        .filter_map(|_| {
            let drawn: Vec<&C> = clusters
                .iter()
                .map(|_| &clusters[rng.below(clusters.len() as u64) as usize])
                .collect();
            statistic(&drawn)
        })
        .collect();
    replicates.sort_by(f64::total_cmp);
    Some((quantile(&replicates, 0.025)?, quantile(&replicates, 0.975)?))
}

/// The quantile of sorted values, linear between the two nearest; `None` without values.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    let weight = place - below as f64;
    Some(sorted[below] + weight * (sorted[above] - sorted[below]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[&f64]) -> Option<f64> {
        let sum: f64 = values.iter().copied().sum();
        Some(sum / values.len() as f64)
    }

    /// The survival times of the treated mice in Efron and Tibshirani, Table 2.1: mean 86.86, and
    /// 23.36 as the standard error that the bootstrap tends to (Table 2.2, last column). A normal
    /// interval from these is 41.1 to 132.6; the percentile interval of so skewed a sample lies a
    /// little higher but is as wide.
    #[test]
    fn the_interval_of_the_treated_mice_is_as_wide_as_their_standard_error_says() {
        let mice = [94., 197., 16., 38., 99., 141., 23.];
        let (low, high) = cluster_bootstrap(&mice, &mut Rng::new(1), mean).unwrap();
        let width = 2.0 * 1.959_964 * 23.36;
        assert!((high - low - width).abs() < 0.03 * width, "{low} {high}");
        assert!(low > 41.1 && high < 140.0, "{low} {high}");
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let values = [1., 5., 9., 20.];
        let interval = |seed| cluster_bootstrap(&values, &mut Rng::new(seed), mean);
        assert_eq!(interval(3), interval(3));
    }

    #[test]
    fn clusters_that_agree_leave_no_doubt_and_one_cluster_says_nothing() {
        let values = [4., 4., 4.];
        assert_eq!(
            cluster_bootstrap(&values, &mut Rng::new(1), mean),
            Some((4., 4.))
        );
        assert_eq!(cluster_bootstrap(&[4.], &mut Rng::new(1), mean), None);
        let unknown = |_: &[&f64]| None;
        assert_eq!(cluster_bootstrap(&values, &mut Rng::new(1), unknown), None);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1., 2., 4.], 0.25), Some(1.5));
        assert_eq!(quantile(&[1., 2., 4.], 1.0), Some(4.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
