//! The linear kernel.

/// The dot product of two points of the same width.
pub fn dot(left: &[f64], right: &[f64]) -> f64 {
    let mut sum = 0.0;
    for column in 0..left.len() {
        sum += left[column] * right[column];
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: &[f64], right: &[f64], expected: f64) {
        assert_eq!(dot(left, right), expected);
    }

    #[test]
    fn products_are_summed() {
        check(&[1.0, 2.0, 3.0], &[4.0, -5.0, 6.0], 12.0);
    }

    #[test]
    fn points_without_columns_are_orthogonal() {
        check(&[], &[], 0.0);
    }
}
