//! Labelling examples with a tree.

use crate::data::Value;
use crate::tree::{Node, Split};

/// The most probable class of an example; of equally probable ones the first.
///
/// `probability` has a place per class and is used again for every example.
pub fn classify(tree: &Node, values: &[Value], probability: &mut [f64]) -> usize {
    for class in 0..probability.len() {
        probability[class] = 0.0;
    }
    add_class_probability(tree, values, 1.0, probability);
    let mut best = 0;
    for class in 0..probability.len() {
        if probability[class] > probability[best] {
            best = class;
        }
    }
    best
}

/// Adds what a subtree says about an example, in the proportion `weight`.
///
/// A missing value asks every branch, in proportion to its training cases.
fn add_class_probability(node: &Node, values: &[Value], weight: f64, probability: &mut [f64]) {
    let Some(Split { test, branches }) = &node.split else {
        if node.items > 0.0 {
            for class in 0..probability.len() {
                probability[class] += weight * node.class_dist[class] / node.items;
            }
        } else {
            probability[node.leaf] += weight;
        }
        return;
    };
    match test.branch_of(values) {
        Some(branch) => add_class_probability(&branches[branch], values, weight, probability),
        None => {
            for branch in branches {
                let share = weight * branch.items / node.items;
                add_class_probability(branch, values, share, probability);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Test;

    fn leaf(class_dist: [f64; 2], leaf: usize) -> Node {
        Node {
            items: class_dist[0] + class_dist[1],
            class_dist: class_dist.to_vec(),
            leaf,
            errors: 0.0,
            split: None,
        }
    }

    #[track_caller]
    fn check(low: Node, high: Node, value: Value, expected: usize) {
        let mut tree = leaf(
            [
                low.class_dist[0] + high.class_dist[0],
                low.class_dist[1] + high.class_dist[1],
            ],
            0,
        );
        let test = Test::Threshold {
            attribute: 0,
            cut: 1.0,
        };
        tree.split = Some(Split {
            test,
            branches: vec![low, high],
        });
        // What the last example left behind must not matter.
        assert_eq!(classify(&tree, &[value], &mut [5.0, 9.0]), expected);
        assert_eq!(classify(&tree, &[value], &mut [9.0, 5.0]), expected);
    }

    #[test]
    fn a_known_value_follows_its_branch() {
        let (low, high) = (leaf([3.0, 0.0], 0), leaf([0.0, 3.0], 1));
        check(low.clone(), high.clone(), Value::Number(1.0), 0);
        check(low, high, Value::Number(1.5), 1);
    }

    #[test]
    fn a_missing_value_follows_the_weight_of_all_branches() {
        // 0.4 x (3/4, 1/4) + 0.6 x (1/6, 5/6) = (0.4, 0.6).
        check(leaf([3.0, 1.0], 0), leaf([1.0, 5.0], 1), Value::Missing, 1);
        // 0.6 x (5/6, 1/6) + 0.4 x (1/4, 3/4) = (0.6, 0.4).
        check(leaf([5.0, 1.0], 0), leaf([1.0, 3.0], 1), Value::Missing, 0);
    }

    #[test]
    fn a_leaf_without_cases_says_its_class() {
        let mut empty = leaf([0.0, 0.0], 1);
        empty.class_dist = vec![3.0, 4.0];
        let mut tree = leaf([3.0, 4.0], 1);
        tree.split = Some(Split {
            test: Test::Nominal {
                attribute: 0,
                n_values: 2,
            },
            branches: vec![leaf([3.0, 4.0], 1), empty],
        });
        assert_eq!(classify(&tree, &[Value::Nominal(1)], &mut [0.0, 0.0]), 1);
    }

    #[test]
    fn a_tie_goes_to_the_first_class() {
        check(
            leaf([2.0, 2.0], 1),
            leaf([0.0, 3.0], 1),
            Value::Number(0.0),
            0,
        );
    }
}
