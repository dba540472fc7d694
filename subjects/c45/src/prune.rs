//! Pruning by pessimistic error estimates.

use crate::grow::most_frequent_class;
use crate::pessimism::add_errs;
use crate::sample::Sample;
use crate::tree::{Node, Split};

/// How many expected errors a simpler tree may cost, as in release 8.
const MARGIN: f64 = 0.1;

/// Replaces subtrees by a leaf or by their largest branch where that errs hardly more.
pub fn prune(sample: &mut Sample, tree: &mut Node) {
    let n_cases = sample.n_cases();
    prune_subtree(sample, tree, 0, n_cases);
}

/// Prunes from the leaves up and returns the errors to expect of the result.
fn prune_subtree(sample: &mut Sample, node: &mut Node, first: usize, end: usize) -> f64 {
    let items = sample.count_items(first, end);
    let frequency = sample.class_frequency(first, end);
    let best_class = most_frequent_class(&frequency, node.leaf);
    let as_leaf = expected_errors(items, frequency[best_class]);
    node.items = items;
    node.class_dist = frequency;
    node.leaf = best_class;
    let Some(Split { test, branches }) = &mut node.split else {
        node.errors = as_leaf;
        return as_leaf;
    };

    let mut as_tree = 0.0;
    let mut largest = 0;
    let mut largest_share = 0.0;
    sample.visit_branches(test, first, end, |sample, branch, share, branch_end| {
        if share >= largest_share {
            largest = branch;
            largest_share = share;
        }
        as_tree += prune_subtree(sample, &mut branches[branch], first, branch_end);
    });
    let as_branch = estimate_errors(sample, &branches[largest], first, end);

    if as_leaf <= as_branch + MARGIN && as_leaf <= as_tree + MARGIN {
        node.split = None;
        node.errors = as_leaf;
    } else if as_branch <= as_tree + MARGIN {
        let raised = branches.swap_remove(largest);
        *node = raised;
        // Cases of the other branches arrive, so the raised subtree is judged anew.
        prune_subtree(sample, node, first, end);
    } else {
        node.errors = as_tree;
    }
    node.errors
}

/// The errors to expect of a subtree on these cases, as it is.
pub fn estimate_errors(sample: &mut Sample, node: &Node, first: usize, end: usize) -> f64 {
    let Some(Split { test, branches }) = &node.split else {
        let items = sample.count_items(first, end);
        let frequency = sample.class_frequency(first, end);
        let best_class = most_frequent_class(&frequency, node.leaf);
        return expected_errors(items, frequency[best_class]);
    };
    let mut errors = 0.0;
    sample.visit_branches(test, first, end, |sample, branch, _, branch_end| {
        errors += estimate_errors(sample, &branches[branch], first, branch_end);
    });
    errors
}

fn expected_errors(items: f64, best_frequency: f64) -> f64 {
    let errors = items - best_frequency;
    errors + add_errs(items, errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::TrainingSet;
    use crate::data::tests::training_set;
    use crate::grow::form_tree;
    use crate::tree::Test;

    fn pruned(data: &TrainingSet) -> (Node, Node) {
        let mut sample = Sample::new(data);
        let grown = form_tree(&mut sample);
        let mut tree = grown.clone();
        prune(&mut Sample::new(data), &mut tree);
        (grown, tree)
    }

    #[test]
    fn a_subtree_that_errs_no_less_becomes_a_leaf() {
        // Quinlan (1993), section 4.2: leaves of 6, 9 and 1 cases without error expect
        // 6 x .206 + 9 x .143 + 1 x .750 = 3.273 errors, one leaf of 16 cases with one error
        // 16 x .15668 = 2.507.
        let mut text = String::from("x,y\n");
        text.push_str(&"low,dem\n".repeat(6));
        text.push_str(&"mid,dem\n".repeat(9));
        text.push_str("high,rep\n");
        let (grown, tree) = pruned(&training_set(&text));
        assert!(grown.split.is_some());
        assert_eq!(tree.split, None);
        assert_eq!((tree.items, tree.leaf), (16.0, 0));
        assert!((tree.errors - 2.507).abs() < 5e-4);
    }

    #[test]
    fn a_subtree_that_errs_less_stays() {
        let mut text = String::from("x,y\n");
        text.push_str(&"low,a\n".repeat(5));
        text.push_str(&"high,b\n".repeat(5));
        let (grown, tree) = pruned(&training_set(&text));
        assert_eq!(
            grown.split.map(|split| split.test),
            tree.split.map(|split| split.test)
        );
    }

    #[test]
    fn the_largest_branch_takes_the_place_of_a_useless_test() {
        let data = training_set(&{
            let mut text = String::from("w,x,y\n");
            text.push_str(&"k,low,a\n".repeat(10));
            text.push_str(&"k,high,b\n".repeat(10));
            text.push_str("m,low,a\n");
            text
        });
        let leaf = |leaf: usize| Node {
            items: 0.0,
            class_dist: vec![0.0, 0.0],
            leaf,
            errors: 0.0,
            split: None,
        };
        let nominal = |attribute: usize| Test::Nominal {
            attribute,
            n_values: 2,
        };
        // `w` separates one case that `x` would get right as well.
        let inner = Node {
            split: Some(Split {
                test: nominal(1),
                branches: vec![leaf(1), leaf(0)],
            }),
            ..leaf(0)
        };
        let mut tree = Node {
            split: Some(Split {
                test: nominal(0),
                branches: vec![inner, leaf(0)],
            }),
            ..leaf(0)
        };
        prune(&mut Sample::new(&data), &mut tree);
        let split = tree.split.expect("`x` is needed");
        assert_eq!(split.test.attribute(), 1);
        assert_eq!(split.branches[0].class_dist, [0.0, 10.0]);
        assert_eq!(split.branches[1].class_dist, [11.0, 0.0]);
        assert_eq!(tree.items, 21.0);
    }
}
