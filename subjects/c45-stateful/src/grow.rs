//! Growing a tree.

use crate::continuous::{eval_continuous_att, greatest_value_below};
use crate::data::Kind;
use crate::discrete::eval_discrete_att;
use crate::gain::{EPSILON, MIN_OBJECTS, worth};
use crate::state::State;
use crate::tree::{Node, Split, Test};

/// A nominal attribute with at least this share of values per case has very many, as in release 8.
const MANY_VALUES_SHARE: f64 = 0.3;

/// The average gain when no attribute counts towards it: more than any test can gain.
const NO_AVERAGE_GAIN: f64 = 1e6;

/// The unpruned tree of all cases; the cases stay in the order of the last leaf.
pub fn form_tree(state: &mut State) -> Node {
    let n_cases = state.n_cases();
    form_subtree(state, 0, n_cases)
}

/// The most frequent class; of equally frequent ones `favourite` or else the first.
pub fn most_frequent_class(frequency: &[f64], favourite: usize) -> usize {
    let mut best = favourite;
    for class in 0..frequency.len() {
        if frequency[class] > frequency[best] {
            best = class;
        }
    }
    best
}

fn form_subtree(state: &mut State, first: usize, end: usize) -> Node {
    let arithmetic = state.arithmetic;
    let items = state.count_items(first, end);
    state.count_classes(first, end);
    let best_class = most_frequent_class(&state.class_freq, 0);
    let best_items = state.class_freq[best_class];
    let leaf_errors = arithmetic.keep(items - best_items);
    let mut node = Node {
        items,
        class_dist: state.class_freq.clone(),
        leaf: best_class,
        errors: leaf_errors,
        split: None,
    };
    if best_items >= items || items < 2.0 * MIN_OBJECTS {
        return node;
    }
    let Some(attribute) = choose_attribute(state, first, end) else {
        return node;
    };
    let test = make_test(state, attribute);

    let was_all_known = state.all_known;
    let known_first = state.group(&test, None, first, end);
    if known_first > first {
        state.all_known = false;
    }
    let known_items = state.count_items(known_first, end);
    let mut branches = Vec::new();
    let mut tree_errors = 0.0;
    for branch in 0..test.n_branches() {
        let branch_end = state.group(&test, Some(branch), known_first, end);
        if branch_end > known_first {
            let share = arithmetic.keep(state.count_items(known_first, branch_end) / known_items);
            state.scale_weights(first, known_first, share);
            let child = form_subtree(state, first, branch_end);
            tree_errors = arithmetic.keep(tree_errors + child.errors);
            branches.push(child);
            // What was below left the cases in an order of its own.
            state.group(&test, None, first, branch_end);
            state.restore_weights(first, known_first);
        } else {
            branches.push(Node {
                items: 0.0,
                class_dist: node.class_dist.clone(),
                leaf: best_class,
                errors: 0.0,
                split: None,
            });
        }
    }
    state.is_tested[attribute] = false;
    state.all_known = was_all_known;

    // A tree that errs as often as a leaf is not worth its branches.
    if tree_errors < leaf_errors - EPSILON {
        node.errors = tree_errors;
        node.split = Some(Split { test, branches });
    }
    node
}

/// The attribute with the greatest gain ratio of those whose gain is at least average.
///
/// An attribute with very many values does not count towards the average gain.
fn choose_attribute(state: &mut State, first: usize, end: usize) -> Option<usize> {
    let arithmetic = state.arithmetic;
    let data = state.data;
    let many_values = MANY_VALUES_SHARE * state.n_cases() as f64;
    let is_many_valued = |kind: &Kind| match kind {
        Kind::Nominal(values) => values.len() as f64 >= many_values,
        Kind::Numeric => false,
    };
    let mut is_every_attribute_many_valued = true;
    for attribute in &data.schema.attributes {
        if !is_many_valued(&attribute.kind) {
            is_every_attribute_many_valued = false;
        }
    }
    let mut n_possible = 0.0;
    let mut average_gain = 0.0;
    for attribute in 0..data.schema.attributes.len() {
        let kind = &data.schema.attributes[attribute].kind;
        state.gain[attribute] = -EPSILON;
        match kind {
            Kind::Nominal(_) if state.is_tested[attribute] => {}
            Kind::Nominal(values) => {
                eval_discrete_att(state, attribute, values.len(), first, end);
            }
            Kind::Numeric => eval_continuous_att(state, attribute, first, end),
        }
        let counts = is_every_attribute_many_valued || !is_many_valued(kind);
        if state.gain[attribute] > -EPSILON && counts {
            n_possible += 1.0;
            average_gain = arithmetic.keep(average_gain + state.gain[attribute]);
        }
    }
    if n_possible > 0.0 {
        average_gain = arithmetic.keep(average_gain / n_possible);
    } else {
        average_gain = NO_AVERAGE_GAIN;
    }
    let mut best = None;
    let mut best_worth = -EPSILON;
    for attribute in 0..state.gain.len() {
        if state.gain[attribute] > -EPSILON {
            let gain = state.gain[attribute];
            let worth = arithmetic.keep(worth(state.info[attribute], gain, average_gain));
            if worth > best_worth {
                best = Some(attribute);
                best_worth = worth;
            }
        }
    }
    best
}

/// The test of an attribute, after its best cut if it is numeric.
fn make_test(state: &mut State, attribute: usize) -> Test {
    match &state.data.schema.attributes[attribute].kind {
        Kind::Nominal(values) => {
            // A nominal attribute has nothing left to tell below its own test.
            state.is_tested[attribute] = true;
            Test::Nominal {
                attribute,
                n_values: values.len(),
            }
        }
        Kind::Numeric => Test::Threshold {
            attribute,
            cut: greatest_value_below(state, attribute),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    #[track_caller]
    fn check_root(text: &str, expected: Option<Test>) {
        let data = training_set(text);
        let mut state = State::new(&data);
        let tree = form_tree(&mut state);
        assert_eq!(tree.split.map(|split| split.test), expected);
        // Whatever was shared, tested or forgotten on the way is as before.
        assert!(state.weight.iter().all(|weight| *weight == 1.0));
        assert!(state.is_tested.iter().all(|is_tested| !is_tested));
        assert!(state.all_known);
    }

    fn threshold(attribute: usize, cut: f64) -> Option<Test> {
        Some(Test::Threshold { attribute, cut })
    }

    fn nominal(attribute: usize, n_values: usize) -> Option<Test> {
        Some(Test::Nominal {
            attribute,
            n_values,
        })
    }

    #[test]
    fn the_most_frequent_class_is_the_first_unless_favoured() {
        assert_eq!(most_frequent_class(&[1.0, 3.0, 3.0], 0), 1);
        assert_eq!(most_frequent_class(&[1.0, 3.0, 3.0], 2), 2);
    }

    #[test]
    fn one_class_is_a_leaf() {
        check_root("x,y\n1,a\n2,a\n3,a\n4,a\n", None);
    }

    #[test]
    fn three_cases_are_too_few_to_split() {
        check_root("x,y\nlow,a\nlow,a\nhigh,b\n", None);
    }

    #[test]
    fn four_cases_are_enough() {
        check_root("x,y\n1,a\n2,a\n3,b\n4,b\n", threshold(0, 2.0));
    }

    #[test]
    fn a_split_that_saves_no_error_is_undone() {
        // Both values have the majority class `a`, though `low` is purer.
        check_root("x,y\nlow,a\nlow,a\nlow,a\nhigh,a\nhigh,a\nhigh,b\n", None);
    }

    #[test]
    fn the_first_of_equal_attributes_is_tested() {
        check_root(
            "v,w,x,y\nk,p,low,a\nm,p,low,a\nk,q,high,b\nm,q,high,b\n\
             k,p,low,a\nm,p,low,a\nk,q,high,b\nm,q,high,b\n",
            nominal(1, 2),
        );
    }

    #[test]
    fn weights_are_restored_after_missing_values() {
        check_root(
            "w,x,y\n1,low,a\n2,low,a\n3,low,a\n4,?,b\n5,high,b\n6,high,b\n7,high,b\n8,high,a\n?,?,a\n",
            nominal(1, 2),
        );
    }

    #[test]
    fn a_value_without_cases_is_a_leaf_of_the_parents_class() {
        let text = "w,x,y\nkeep,low,a\nkeep,low,a\nkeep,low,a\nkeep,low,a\n\
                    ask,low,a\nask,low,a\nask,high,b\nask,high,b\nask,high,b\ndrop,mid,a\n";
        let data = training_set(text);
        let tree = form_tree(&mut State::new(&data));
        let split = tree.split.expect("the classes differ by `x`");
        // Gain of `x`: all of 0.881 bits; its values are high, low, mid.
        assert_eq!(split.test.attribute(), 1);
        assert_eq!(split.branches[0].class_dist, [0.0, 3.0]);
        assert_eq!(split.branches[1].items, 6.0);
        assert_eq!(split.branches[2].items, 1.0);
    }
}
