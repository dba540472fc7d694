//! Decision trees.

use crate::data::Value;

/// A question about one attribute; its answers are branches, counted from zero.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// One branch per value of a nominal attribute.
    Nominal {
        /// The attribute's position.
        attribute: usize,
        /// How many values it has.
        n_values: usize,
    },
    /// Branch 0 up to and including the cut, branch 1 above it.
    Threshold {
        /// The attribute's position.
        attribute: usize,
        /// The largest value of branch 0.
        cut: f64,
    },
}

/// A test and one subtree per branch.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The question asked.
    pub test: Test,
    /// The subtrees, in the order of the test's branches.
    pub branches: Vec<Node>,
}

/// A leaf, or an inner node that also knows what it would be as a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The weight of the training cases that reach the node.
    pub items: f64,
    /// The same weight by class; for a node that no case reaches, its parent's.
    pub class_dist: Vec<f64>,
    /// The most frequent class.
    pub leaf: usize,
    /// Errors on the training cases; after pruning, the pessimistic estimate.
    pub errors: f64,
    /// `None` for a leaf.
    pub split: Option<Split>,
}

impl Test {
    /// The attribute's position.
    pub fn attribute(&self) -> usize {
        match self {
            Test::Nominal { attribute, .. } | Test::Threshold { attribute, .. } => *attribute,
        }
    }

    /// How many answers there are.
    pub fn n_branches(&self) -> usize {
        match self {
            Test::Nominal { n_values, .. } => *n_values,
            Test::Threshold { .. } => 2,
        }
    }

    /// The branch these values take; `None` when the tested value is missing.
    pub fn branch_of(&self, values: &[Value]) -> Option<usize> {
        match (self, values[self.attribute()]) {
            (Test::Nominal { .. }, Value::Nominal(position)) => Some(position),
            (Test::Threshold { cut, .. }, Value::Number(number)) => {
                if number <= *cut {
                    Some(0)
                } else {
                    Some(1)
                }
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_branch(value: Value, expected: Option<usize>) {
        let test = Test::Threshold {
            attribute: 1,
            cut: 2.5,
        };
        assert_eq!(test.branch_of(&[Value::Missing, value]), expected);
    }

    #[test]
    fn the_cut_itself_is_below() {
        check_branch(Value::Number(2.5), Some(0));
        check_branch(Value::Number(2.6), Some(1));
    }

    #[test]
    fn a_missing_value_takes_no_branch() {
        check_branch(Value::Missing, None);
    }
}
