//! Pruning by pessimistic error estimates.

use crate::grow::most_frequent_class;
use crate::pessimism::add_errs;
use crate::state::State;
use crate::tree::{Node, Split};

/// How many expected errors a simpler tree may cost, as in release 8.
const MARGIN: f64 = 0.1;

/// Replaces subtrees by a leaf or by their largest branch where that errs hardly more.
pub fn prune(state: &mut State, tree: &mut Node) {
    let n_cases = state.n_cases();
    estimate_errors(state, tree, 0, n_cases, Purpose::Update);
}

/// What errors are estimated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The tree is pruned and fitted to these cases.
    Update,
    /// The tree stays as it is.
    Compare,
}

/// The errors to expect of a subtree on these cases, from the leaves up.
pub fn estimate_errors(
    state: &mut State,
    node: &mut Node,
    first: usize,
    end: usize,
    purpose: Purpose,
) -> f64 {
    let arithmetic = state.arithmetic;
    let items = state.count_items(first, end);
    state.count_classes(first, end);
    let best_class = most_frequent_class(&state.class_freq, node.leaf);
    let basic_errors = arithmetic.keep(items - state.class_freq[best_class]);
    let more_errors = arithmetic.keep(add_errs(state.coefficient, items, basic_errors));
    let as_leaf = arithmetic.keep(basic_errors + more_errors);
    if purpose == Purpose::Update {
        node.items = items;
        node.class_dist.clone_from(&state.class_freq);
        node.leaf = best_class;
        node.errors = as_leaf;
    }
    let Some(Split { test, branches }) = &mut node.split else {
        return as_leaf;
    };

    let was_all_known = state.all_known;
    let known_first = state.group(test, None, first, end);
    if known_first > first {
        state.all_known = false;
    }
    let known_items = state.count_items(known_first, end);
    let mut as_tree = 0.0;
    let mut largest = 0;
    let mut largest_share = 0.0;
    for branch in 0..test.n_branches() {
        let branch_end = state.group(test, Some(branch), known_first, end);
        if branch_end > known_first {
            let share = arithmetic.keep(state.count_items(known_first, branch_end) / known_items);
            if share >= largest_share {
                largest = branch;
                largest_share = share;
            }
            state.scale_weights(first, known_first, share);
            let errors = estimate_errors(state, &mut branches[branch], first, branch_end, purpose);
            as_tree = arithmetic.keep(as_tree + errors);
            state.group(test, None, first, branch_end);
            state.restore_weights(first, known_first);
        }
    }
    state.all_known = was_all_known;
    if purpose == Purpose::Compare {
        return as_tree;
    }

    let as_branch = estimate_errors(state, &mut branches[largest], first, end, Purpose::Compare);
    if as_leaf <= as_branch + MARGIN && as_leaf <= as_tree + MARGIN {
        node.split = None;
    } else if as_branch <= as_tree + MARGIN {
        let raised = branches.swap_remove(largest);
        *node = raised;
        // Cases of the other branches arrive, so the raised subtree is judged anew.
        estimate_errors(state, node, first, end, Purpose::Update);
    } else {
        node.errors = as_tree;
    }
    node.errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::TrainingSet;
    use crate::data::tests::training_set;
    use crate::grow::form_tree;
    use crate::tree::Test;

    fn pruned(data: &TrainingSet) -> (Node, Node) {
        let mut state = State::new(data);
        let grown = form_tree(&mut state);
        let mut tree = grown.clone();
        prune(&mut state, &mut tree);
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
        prune(&mut State::new(&data), &mut tree);
        let split = tree.split.expect("`x` is needed");
        assert_eq!(split.test.attribute(), 1);
        assert_eq!(split.branches[0].class_dist, [0.0, 10.0]);
        assert_eq!(split.branches[1].class_dist, [11.0, 0.0]);
        assert_eq!(tree.items, 21.0);
    }
}
