//! One binary classifier for every two classes, and their votes.

use crate::binary::BinaryClassifier;
use crate::prepare::TrainingPoints;
use crate::trainer::train;

/// The classifier of two classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The class on the negative side.
    pub first: usize,
    /// The class on the positive side, greater than `first`.
    pub second: usize,
    /// What lies between them.
    pub classifier: BinaryClassifier,
}

/// A classifier for any number of classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Smo {
    n_classes: usize,
    /// Every two classes, in order.
    pub pairs: Vec<Pair>,
}

/// Trains a classifier for every two classes.
pub fn build_classifier(data: &TrainingPoints) -> Smo {
    let mut pairs = Vec::new();
    for first in 0..data.n_classes {
        for second in first + 1..data.n_classes {
            pairs.push(Pair {
                first,
                second,
                classifier: build_pair(data, first, second),
            });
        }
    }
    Smo {
        n_classes: data.n_classes,
        pairs,
    }
}

impl Smo {
    /// The share of the votes that each class gets from its pairs.
    pub fn distribution_for_instance(&self, point: &[f64]) -> Vec<f64> {
        let mut votes = vec![0.0; self.n_classes];
        for pair in &self.pairs {
            let output = pair.classifier.svm_output(point);
            if output > 0.0 {
                votes[pair.second] += 1.0;
            } else {
                votes[pair.first] += 1.0;
            }
        }
        // A single class has no pairs and needs no votes.
        let n_pairs = self.pairs.len() as f64;
        if n_pairs > 0.0 {
            for class in 0..self.n_classes {
                votes[class] /= n_pairs;
            }
        }
        votes
    }

    /// The class of the most votes; of equal ones the first.
    pub fn classify_instance(&self, point: &[f64]) -> usize {
        let distribution = self.distribution_for_instance(point);
        let mut best = 0;
        for class in 0..distribution.len() {
            if distribution[class] > distribution[best] {
                best = class;
            }
        }
        best
    }
}

fn build_pair(data: &TrainingPoints, first: usize, second: usize) -> BinaryClassifier {
    let mut points = Vec::new();
    let mut targets = Vec::new();
    for i in 0..data.points.len() {
        if data.classes[i] == first {
            points.push(data.points[i].as_slice());
            targets.push(-1.0);
        } else if data.classes[i] == second {
            points.push(data.points[i].as_slice());
            targets.push(1.0);
        }
    }
    train(&points, &targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three classes on a line with their borders at 1, 2, and 3.
    fn three_classes() -> Smo {
        let pair = |first, second, threshold| Pair {
            first,
            second,
            classifier: BinaryClassifier {
                weights: vec![1.0],
                threshold,
            },
        };
        Smo {
            n_classes: 3,
            pairs: vec![pair(0, 1, 1.0), pair(0, 2, 2.0), pair(1, 2, 3.0)],
        }
    }

    #[track_caller]
    fn check(point: f64, votes: [f64; 3], expected: usize) {
        let smo = three_classes();
        let shares = smo.distribution_for_instance(&[point]);
        for class in 0..3 {
            assert_eq!(shares[class], votes[class] / 3.0);
        }
        assert_eq!(smo.classify_instance(&[point]), expected);
    }

    #[test]
    fn every_pair_votes() {
        check(0.5, [2.0, 1.0, 0.0], 0);
        check(1.5, [1.0, 2.0, 0.0], 1);
        check(3.5, [0.0, 1.0, 2.0], 2);
    }

    #[test]
    fn a_point_on_the_hyperplane_is_of_the_first_class() {
        check(1.0, [2.0, 1.0, 0.0], 0);
    }

    #[test]
    fn the_first_of_equally_voted_classes_wins() {
        check(2.5, [0.0, 2.0, 1.0], 1);
        let mut smo = three_classes();
        // Now 0 beats 1, 1 beats 2, and 2 beats 0.
        smo.pairs[0].classifier.threshold = 3.0;
        assert_eq!(smo.classify_instance(&[2.5]), 0);
    }

    #[test]
    fn a_pair_is_trained_on_its_own_points() {
        // Classes at 0, 2, and 8: the middle of each two, and a weight of 2 over the distance.
        let data = TrainingPoints {
            points: vec![vec![8.0], vec![0.0], vec![2.0]],
            classes: vec![2, 0, 1],
            n_classes: 3,
        };
        let smo = build_classifier(&data);
        let mut found = Vec::new();
        for pair in &smo.pairs {
            let middle = pair.classifier.threshold / pair.classifier.weights[0];
            found.push((pair.first, pair.second, middle));
        }
        assert_eq!(found, [(0, 1, 1.0), (0, 2, 4.0), (1, 2, 5.0)]);
    }

    #[test]
    fn a_single_class_gets_no_votes_and_wins() {
        let smo = build_classifier(&TrainingPoints {
            points: vec![vec![1.0]],
            classes: vec![0],
            n_classes: 1,
        });
        assert_eq!(smo.distribution_for_instance(&[1.0]), [0.0]);
        assert_eq!(smo.classify_instance(&[1.0]), 0);
    }
}
