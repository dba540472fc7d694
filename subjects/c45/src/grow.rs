//! Growing a tree.

use crate::continuous::eval_continuous_att;
use crate::data::Kind;
use crate::discrete::eval_discrete_att;
use crate::gain::{Candidate, EPSILON, MIN_OBJECTS, best_split};
use crate::sample::Sample;
use crate::tree::{Node, Split, Test};

/// A nominal attribute with at least this share of values per case has very many, as in release 8.
const MANY_VALUES_SHARE: f64 = 0.3;

/// The unpruned tree of all cases of a sample.
pub fn form_tree(sample: &mut Sample) -> Node {
    let mut is_tested = vec![false; sample.data.schema.attributes.len()];
    let n_cases = sample.n_cases();
    form_subtree(sample, &mut is_tested, 0, n_cases)
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

fn form_subtree(sample: &mut Sample, is_tested: &mut Vec<bool>, first: usize, end: usize) -> Node {
    let items = sample.count_items(first, end);
    let frequency = sample.class_frequency(first, end);
    let best_class = most_frequent_class(&frequency, 0);
    let leaf_errors = items - frequency[best_class];
    let mut node = Node {
        items,
        class_dist: frequency,
        leaf: best_class,
        errors: leaf_errors,
        split: None,
    };
    if leaf_errors <= 0.0 || items < 2.0 * MIN_OBJECTS {
        return node;
    }
    let Some(test) = choose_test(sample, is_tested, first, end) else {
        return node;
    };

    // A nominal attribute has nothing left to tell below its own test.
    if matches!(test, Test::Nominal { .. }) {
        is_tested[test.attribute()] = true;
    }
    let empty = Node {
        items: 0.0,
        class_dist: node.class_dist.clone(),
        leaf: best_class,
        errors: 0.0,
        split: None,
    };
    let mut branches = vec![empty; test.n_branches()];
    let mut tree_errors = 0.0;
    sample.visit_branches(&test, first, end, |sample, branch, _, branch_end| {
        branches[branch] = form_subtree(sample, is_tested, first, branch_end);
        tree_errors += branches[branch].errors;
    });
    is_tested[test.attribute()] = false;

    // A tree that errs as often as a leaf is not worth its branches.
    if tree_errors < leaf_errors - EPSILON {
        node.errors = tree_errors;
        node.split = Some(Split { test, branches });
    }
    node
}

fn choose_test(sample: &mut Sample, is_tested: &[bool], first: usize, end: usize) -> Option<Test> {
    let data = sample.data;
    let mut candidates: Vec<Candidate> = Vec::new();
    for attribute in 0..data.schema.attributes.len() {
        let candidate = match &data.schema.attributes[attribute].kind {
            Kind::Nominal(_) if is_tested[attribute] => None,
            Kind::Nominal(values) => eval_discrete_att(sample, attribute, values.len(), first, end),
            Kind::Numeric => eval_continuous_att(sample, attribute, first, end),
        };
        candidates.extend(candidate);
    }
    let many_values = MANY_VALUES_SHARE * sample.n_cases() as f64;
    let is_every_attribute_many_valued = data.schema.attributes.iter().all(|attribute| {
        matches!(&attribute.kind, Kind::Nominal(values) if values.len() as f64 >= many_values)
    });
    let best = best_split(candidates, |candidate| match candidate.test {
        Test::Nominal { n_values, .. } => {
            !is_every_attribute_many_valued && n_values as f64 >= many_values
        }
        Test::Threshold { .. } => false,
    })?;
    Some(best.test)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    #[track_caller]
    fn check_root(text: &str, expected: Option<Test>) {
        let data = training_set(text);
        let tree = form_tree(&mut Sample::new(&data));
        assert_eq!(tree.split.map(|split| split.test), expected);
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
        let test = Test::Threshold {
            attribute: 0,
            cut: 2.0,
        };
        check_root("x,y\n1,a\n2,a\n3,b\n4,b\n", Some(test));
    }

    #[test]
    fn a_split_that_saves_no_error_is_undone() {
        // Both values have the majority class `a`, though `low` is purer.
        check_root("x,y\nlow,a\nlow,a\nlow,a\nhigh,a\nhigh,a\nhigh,b\n", None);
    }

    #[test]
    fn the_first_of_equal_attributes_is_tested() {
        let test = Test::Nominal {
            attribute: 1,
            n_values: 2,
        };
        check_root(
            "v,w,x,y\nk,p,low,a\nm,p,low,a\nk,q,high,b\nm,q,high,b\n\
             k,p,low,a\nm,p,low,a\nk,q,high,b\nm,q,high,b\n",
            Some(test),
        );
    }

    #[test]
    fn a_value_without_cases_is_a_leaf_of_the_parents_class() {
        let text = "w,x,y\nkeep,low,a\nkeep,low,a\nkeep,low,a\nkeep,low,a\n\
                    ask,low,a\nask,low,a\nask,high,b\nask,high,b\nask,high,b\ndrop,mid,a\n";
        let data = training_set(text);
        let tree = form_tree(&mut Sample::new(&data));
        let split = tree.split.expect("the classes differ by `x`");
        // Gain of `x`: all of 0.881 bits; its values are high, low, mid.
        assert_eq!(split.test.attribute(), 1);
        assert_eq!(split.branches[0].class_dist, [0.0, 3.0]);
        assert_eq!(split.branches[1].items, 6.0);
        assert_eq!(split.branches[2].items, 1.0);
    }
}
