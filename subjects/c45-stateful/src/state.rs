//! What the learner keeps while it grows and prunes a tree.

use crate::arithmetic::Arithmetic;
use crate::data::{Kind, TrainingSet, Value};
use crate::pessimism::squared_deviation;
use crate::tree::Test;

/// The cases and all work arrays, allocated once and used again at every node.
///
/// A subset of the cases is always a stretch of positions, from `first` up to but without `end`.
/// Work arrays keep what the last node or attribute left in them until it is overwritten.
pub struct State<'a> {
    /// The training set.
    pub data: &'a TrainingSet,
    /// How numbers are kept, double unless set.
    pub arithmetic: Arithmetic,
    /// The case at every position, permuted in place.
    pub item: Vec<usize>,
    /// Its weight, which moves along.
    pub weight: Vec<f64>,
    /// Whether the cases at hand all have their full weight, so that counting them is enough.
    pub all_known: bool,
    /// Weight by value and class; row 0 is of the cases whose value is missing.
    pub freq: Vec<Vec<f64>>,
    /// Weight by value; entry 0 is of the cases whose value is missing.
    pub val_freq: Vec<f64>,
    /// Weight by class.
    pub class_freq: Vec<f64>,
    /// The gain of a cut behind every position.
    pub slice_gain: Vec<f64>,
    /// The information of the branching of a cut behind every position.
    pub slice_info: Vec<f64>,
    /// The gain of every attribute's test.
    pub gain: Vec<f64>,
    /// The information of the branching by every attribute's test.
    pub info: Vec<f64>,
    /// The middle of the best cut of every numeric attribute.
    pub bar: Vec<f64>,
    /// Whether a nominal attribute was tested on the path to the node.
    pub is_tested: Vec<bool>,
    /// The square of the deviation that pruning uses.
    pub coefficient: f64,
    full_weight: Vec<(usize, f64)>,
}

impl<'a> State<'a> {
    /// All cases with weight one, in the order of the file, and work arrays for the widest test.
    pub fn new(data: &'a TrainingSet) -> State<'a> {
        let n_cases = data.examples.len();
        let n_attributes = data.schema.attributes.len();
        let n_classes = data.schema.classes.len();
        let mut n_branches = 2;
        for attribute in &data.schema.attributes {
            if let Kind::Nominal(values) = &attribute.kind {
                n_branches = n_branches.max(values.len());
            }
        }
        State {
            data,
            arithmetic: Arithmetic::Double,
            item: (0..n_cases).collect(),
            weight: vec![1.0; n_cases],
            all_known: true,
            freq: vec![vec![0.0; n_classes]; n_branches + 1],
            val_freq: vec![0.0; n_branches + 1],
            class_freq: vec![0.0; n_classes],
            slice_gain: vec![0.0; n_cases],
            slice_info: vec![0.0; n_cases],
            gain: vec![0.0; n_attributes],
            info: vec![0.0; n_attributes],
            bar: vec![0.0; n_attributes],
            is_tested: vec![false; n_attributes],
            coefficient: squared_deviation(),
            full_weight: Vec::new(),
        }
    }

    /// How many cases there are, whatever their weights.
    pub fn n_cases(&self) -> usize {
        self.item.len()
    }

    /// The attribute value of the case at a position.
    pub fn value(&self, position: usize, attribute: usize) -> Value {
        self.data.examples[self.item[position]].values[attribute]
    }

    /// The class of the case at a position.
    pub fn class(&self, position: usize) -> usize {
        self.data.examples[self.item[position]].class
    }

    /// The number at a position whose value is known to be one.
    pub fn number(&self, position: usize, attribute: usize) -> f64 {
        match self.value(position, attribute) {
            Value::Number(number) => number,
            _ => f64::NAN,
        }
    }

    /// Adds to the weight of a value and a class; a negative weight takes away.
    pub fn add(&mut self, row: usize, class: usize, weight: f64) {
        self.freq[row][class] = self.arithmetic.keep(self.freq[row][class] + weight);
    }

    /// The weight of a stretch.
    pub fn count_items(&self, first: usize, end: usize) -> f64 {
        if self.all_known {
            return (end - first) as f64;
        }
        let mut items = 0.0;
        for position in first..end {
            items = self.arithmetic.keep(items + self.weight[position]);
        }
        items
    }

    /// Leaves the weight of a stretch by class in `class_freq`.
    pub fn count_classes(&mut self, first: usize, end: usize) {
        for class in 0..self.class_freq.len() {
            self.class_freq[class] = 0.0;
        }
        for position in first..end {
            let class = self.class(position);
            let items = self.class_freq[class] + self.weight[position];
            self.class_freq[class] = self.arithmetic.keep(items);
        }
    }

    /// Clears the rows of `freq` up to that of the last branch; the rows behind it stay.
    pub fn reset_freq(&mut self, n_branches: usize) {
        for row in 0..n_branches + 1 {
            for class in 0..self.class_freq.len() {
                self.freq[row][class] = 0.0;
            }
        }
    }

    /// Moves the cases that take a branch to the front of the stretch and returns their end.
    ///
    /// Branch `None` gathers the cases whose tested value is missing.
    pub fn group(&mut self, test: &Test, branch: Option<usize>, first: usize, end: usize) -> usize {
        let mut next = first;
        for position in first..end {
            let values = &self.data.examples[self.item[position]].values;
            if test.branch_of(values) == branch {
                self.swap(next, position);
                next += 1;
            }
        }
        next
    }

    /// Sorts a stretch by the values of a numeric attribute, all of them known.
    pub fn quicksort(&mut self, attribute: usize, first: usize, end: usize) {
        if end - first < 2 {
            return;
        }
        let pivot = self.number(first + (end - first) / 2, attribute);
        // Values up to the pivot go to the front.
        let mut middle = first;
        for position in first..end {
            if self.number(position, attribute) <= pivot {
                self.swap(middle, position);
                middle += 1;
            }
        }
        // Of these, the ones equal to the pivot go to the back, where they stay.
        let mut lower = middle;
        for position in (first..middle).rev() {
            if self.number(position, attribute) >= pivot {
                lower -= 1;
                self.swap(lower, position);
            }
        }
        self.quicksort(attribute, first, lower);
        self.quicksort(attribute, middle, end);
    }

    /// Exchanges two positions, weights included.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.item.swap(one, other);
        self.weight.swap(one, other);
    }

    /// Leaves the cases of a stretch a share of their weight until it is restored.
    pub fn scale_weights(&mut self, first: usize, end: usize, share: f64) {
        for position in first..end {
            let weight = self.weight[position];
            self.full_weight.push((self.item[position], weight));
            self.weight[position] = self.arithmetic.keep_weight(weight * share);
        }
    }

    /// Gives the cases of a stretch, in whatever order they are now, what they had before.
    ///
    /// Dividing by the share again, as release 8 does, would not give the same weight exactly.
    pub fn restore_weights(&mut self, first: usize, end: usize) {
        let start = self.full_weight.len() - (end - first);
        for position in first..end {
            for saved in start..self.full_weight.len() {
                let (item, weight) = self.full_weight[saved];
                if item == self.item[position] {
                    self.weight[position] = weight;
                }
            }
        }
        self.full_weight.truncate(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    const SIX: &str = "x,y\n3,a\n1,b\n?,a\n2,b\n3,b\n1,a\n";

    #[test]
    fn weights_are_counted_by_class() {
        let data = training_set(SIX);
        let mut state = State::new(&data);
        state.count_classes(4, 4);
        assert_eq!(state.class_freq, [0.0, 0.0]);
        state.count_classes(0, 4);
        assert_eq!(state.class_freq, [2.0, 2.0]);
    }

    #[test]
    fn full_weights_are_counted_by_their_number() {
        let data = training_set(SIX);
        let mut state = State::new(&data);
        state.weight[1] = 0.5;
        assert_eq!(state.count_items(0, 6), 6.0);
        state.all_known = false;
        assert_eq!(state.count_items(0, 6), 5.5);
    }

    #[test]
    fn a_table_is_cleared_as_far_as_it_is_used() {
        let data = training_set("x,y\np,a\nq,b\nr,a\ns,b\n");
        let mut state = State::new(&data);
        for row in 0..5 {
            state.add(row, 1, 2.0);
        }
        state.reset_freq(2);
        let column: Vec<f64> = state.freq.iter().map(|row| row[1]).collect();
        assert_eq!(column, [0.0, 0.0, 0.0, 2.0, 2.0]);
    }

    #[test]
    fn sorting_leaves_other_stretches_alone() {
        let data = training_set("x,y\n9,a\n4,a\n2,a\n4,b\n8,a\n1,b\n");
        let mut state = State::new(&data);
        state.weight[2] = 0.25;
        state.quicksort(0, 1, 5);
        let numbers: Vec<f64> = (0..6).map(|position| state.number(position, 0)).collect();
        assert_eq!(numbers, [9.0, 2.0, 4.0, 4.0, 8.0, 1.0]);
        assert_eq!(state.weight[1], 0.25);
    }

    #[test]
    fn weights_are_restored_wherever_their_cases_are() {
        let data = training_set(SIX);
        let mut state = State::new(&data);
        state.weight[0] = 0.75;
        state.scale_weights(0, 2, 0.5);
        assert_eq!(state.weight[..3], [0.375, 0.5, 1.0]);
        state.swap(0, 1);
        state.scale_weights(0, 1, 0.5);
        assert_eq!(state.weight[..2], [0.25, 0.375]);
        state.restore_weights(0, 1);
        state.restore_weights(0, 2);
        assert_eq!(state.weight[..3], [1.0, 0.75, 1.0]);
    }
}
