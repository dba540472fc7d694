//! How often a value of one sample beats a value of another.

/// The chance that a random value of the first sample is larger than a random value of the second,
/// ties counted half; 0.5 when neither tends to be larger.
///
/// `None` when a sample is empty. It says how large a difference is, not whether it is chance.
///
/// A. Vargha and H. D. Delaney, "A critique and improvement of the CL common language effect size
/// statistics of McGraw and Wong", Journal of Educational and Behavioral Statistics 25 (2000),
/// 101–132.
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let mut sorted = second.to_vec();
    sorted.sort_by(f64::total_cmp);
    // Counted in halves, so that the sum is exact.
    let halves: usize = first
        .iter()
        .map(|value| {
            let n_smaller = sorted.partition_point(|other| other < value);
            let n_not_larger = sorted.partition_point(|other| other <= value);
            n_smaller + n_not_larger
        })
        .sum();
    Some(halves as f64 / (2 * first.len() * second.len()) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two groups in the manual of the R package effsize (`cliff.delta`), which has them from
    /// Hogarty and Kromrey (1999); their delta is −0.25, and A is (delta + 1) / 2.
    #[test]
    fn a12_is_that_of_the_groups_of_effsize() {
        let treatment = [10., 10., 20., 20., 20., 30., 30., 30., 40., 50.];
        let control = [10., 20., 30., 40., 40., 50.];
        assert_eq!(a12(&treatment, &control), Some(0.375));
        assert_eq!(a12(&control, &treatment), Some(0.625));
    }

    #[test]
    fn equal_samples_are_even_and_empty_ones_unknown() {
        assert_eq!(a12(&[1., 2., 3.], &[3., 1., 2.]), Some(0.5));
        assert_eq!(a12(&[2.], &[1.]), Some(1.0));
        assert_eq!(a12(&[], &[1.]), None);
        assert_eq!(a12(&[1.], &[]), None);
    }
}
