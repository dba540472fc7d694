//! A hyperplane between two classes.

use crate::kernel::dot;

/// The points whose weighted sum equals the threshold, and the two sides of them.
#[derive(Clone, Debug, PartialEq)]
pub struct BinaryClassifier {
    /// One weight per column.
    pub weights: Vec<f64>,
    /// What the weighted sum is compared with.
    pub threshold: f64,
}

impl BinaryClassifier {
    /// How far a point is on the positive side, in units of the margin.
    pub fn svm_output(&self, point: &[f64]) -> f64 {
        dot(&self.weights, point) - self.threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(point: &[f64], expected: f64) {
        let classifier = BinaryClassifier {
            weights: vec![2.0, -1.0],
            threshold: 0.5,
        };
        assert_eq!(classifier.svm_output(point), expected);
    }

    #[test]
    fn the_threshold_is_taken_from_the_weighted_sum() {
        check(&[1.0, 1.0], 0.5);
        check(&[0.0, 0.0], -0.5);
    }

    #[test]
    fn a_point_on_the_hyperplane_has_no_output() {
        check(&[0.25, 0.0], 0.0);
    }
}
