//! Many comparisons at once.

/// The p-values adjusted for how many there are, in the order given.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6 (1979), 65–70.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut floor: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let n_left = (p_values.len() - rank) as f64;
        // A p-value may not end up below one that was smaller before the adjustment.
        floor = floor.max((p_values[index] * n_left).min(1.0));
        adjusted[index] = floor;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(p_values: &[f64], expected: &[f64]) {
        let adjusted = holm(p_values);
        assert_eq!(adjusted.len(), expected.len());
        for (a, b) in adjusted.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{adjusted:?}");
        }
    }

    /// The four p-values of the example that Wikipedia's article on the method works through.
    #[test]
    fn each_p_value_is_multiplied_by_the_number_not_yet_rejected() {
        check(&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]);
    }

    #[test]
    fn an_adjusted_p_value_is_at_most_one() {
        check(&[0.6, 0.9], &[1.0, 1.0]);
        check(&[], &[]);
    }
}
