//! A sample in a few numbers.

/// The mean; of an empty sample it is not a number.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// The unbiased variance; of fewer than two values it is not a number.
pub fn variance(sample: &[f64]) -> f64 {
    let mean = mean(sample);
    let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (sample.len() as f64 - 1.0)
}

/// The median; of an even number of values the mean of the middle two.
///
/// # Panics
/// When the sample is empty.
pub fn median(sample: &[f64]) -> f64 {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn a_small_sample_has_the_moments_worked_out_by_hand() {
        let sample = [1.0, 2.0, 3.0, 6.0];
        assert_eq!(mean(&sample), 3.0);
        // 4 + 1 + 0 + 9 = 14, over 3.
        assert_eq!(variance(&sample), 14.0 / 3.0);
        assert_eq!(median(&sample), 2.5);
        assert_eq!(median(&[5.0, 1.0, 2.0]), 2.0);
        assert!(variance(&[1.0]).is_nan());
    }
}
