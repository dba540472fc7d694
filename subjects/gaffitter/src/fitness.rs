//! How good a choice is.

/// What a choice is worth that does not fit.
const OVER_TARGET: f64 = -1.0;

/// The share of the target that files of these sizes fill; less than nothing when they do not fit.
pub fn fitness(sizes: &[u64], target: u64) -> f64 {
    let mut total = 0;
    for size in sizes {
        total += size;
    }
    if total > target {
        return OVER_TARGET;
    }
    // Nothing fits better into nothing than nothing.
    if target == 0 {
        return 1.0;
    }
    total as f64 / target as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitness_is_the_share_of_the_target_that_is_filled() {
        assert_eq!(fitness(&[1, 2, 8], 11), 1.0);
        assert_eq!(fitness(&[1, 2], 12), 0.25);
        assert_eq!(fitness(&[], 12), 0.0);
        assert_eq!(fitness(&[], 0), 1.0);
    }

    #[test]
    fn what_does_not_fit_is_worth_less_than_nothing() {
        assert_eq!(fitness(&[1, 2, 9], 11), -1.0);
    }
}
