//! The training cases while they are sorted into branches.

use crate::data::{TrainingSet, Value};
use crate::tree::Test;

/// Weights are whole multiples of one part in this many.
///
/// Sums of such weights are exact up to a million cases, hence equal in any order of the rows.
const WEIGHT_PARTS: f64 = 4_294_967_296.0;

/// The cases of a training set, in an order that changes, each with a weight.
///
/// A subset of them is always a stretch of the order, from `first` up to but without `end`.
pub struct Sample<'a> {
    /// The cases.
    pub data: &'a TrainingSet,
    order: Vec<usize>,
    weight: Vec<f64>,
}

impl<'a> Sample<'a> {
    /// All cases with weight one, in the order of the file.
    pub fn new(data: &'a TrainingSet) -> Sample<'a> {
        let n_cases = data.examples.len();
        Sample {
            data,
            order: (0..n_cases).collect(),
            weight: vec![1.0; n_cases],
        }
    }

    /// How many cases there are, whatever their weights.
    pub fn n_cases(&self) -> usize {
        self.order.len()
    }

    /// The attribute value of the case at a position of the order.
    pub fn value(&self, position: usize, attribute: usize) -> Value {
        self.data.examples[self.order[position]].values[attribute]
    }

    /// The class of the case at a position of the order.
    pub fn class(&self, position: usize) -> usize {
        self.data.examples[self.order[position]].class
    }

    /// The weight of the case at a position of the order.
    pub fn weight(&self, position: usize) -> f64 {
        self.weight[self.order[position]]
    }

    /// The number at a position whose value is known to be one.
    pub fn number(&self, position: usize, attribute: usize) -> f64 {
        match self.value(position, attribute) {
            Value::Number(number) => number,
            _ => f64::NAN,
        }
    }

    /// The weight of a stretch.
    pub fn count_items(&self, first: usize, end: usize) -> f64 {
        let mut items = 0.0;
        for position in first..end {
            items += self.weight(position);
        }
        items
    }

    /// The weight of a stretch by class.
    pub fn class_frequency(&self, first: usize, end: usize) -> Vec<f64> {
        let mut frequency = vec![0.0; self.data.schema.classes.len()];
        for position in first..end {
            frequency[self.class(position)] += self.weight(position);
        }
        frequency
    }

    /// Moves the cases that take a branch to the front of the stretch and returns their end.
    ///
    /// Branch `None` gathers the cases whose tested value is missing.
    pub fn group(&mut self, test: &Test, branch: Option<usize>, first: usize, end: usize) -> usize {
        let mut next = first;
        for position in first..end {
            let values = &self.data.examples[self.order[position]].values;
            if test.branch_of(values) == branch {
                self.order.swap(next, position);
                next += 1;
            }
        }
        next
    }

    /// Moves the cases without a value to the front of the stretch and returns their end.
    pub fn group_missing(&mut self, attribute: usize, first: usize, end: usize) -> usize {
        let mut next = first;
        for position in first..end {
            if self.value(position, attribute) == Value::Missing {
                self.order.swap(next, position);
                next += 1;
            }
        }
        next
    }

    /// Sorts a stretch by the values of a numeric attribute, all of them known.
    pub fn quicksort(&mut self, attribute: usize, first: usize, end: usize) {
        let mut first = first;
        let mut end = end;
        while end - first > 1 {
            let pivot = self.number(first + (end - first) / 2, attribute);
            // Up to `low` lie smaller values, from `high` on larger ones, between them the pivot's.
            let mut low = first;
            let mut high = end;
            let mut position = first;
            while position < high {
                let number = self.number(position, attribute);
                if number < pivot {
                    self.order.swap(low, position);
                    low += 1;
                    position += 1;
                } else if number > pivot {
                    high -= 1;
                    self.order.swap(high, position);
                } else {
                    position += 1;
                }
            }
            // Only the smaller side recurses, so that the stack stays shallow.
            if low - first < end - high {
                self.quicksort(attribute, first, low);
                first = high;
            } else {
                self.quicksort(attribute, high, end);
                end = low;
            }
        }
    }

    /// Calls `visit` for every branch that a case takes, with the branch, its share, and a stretch.
    ///
    /// The stretch holds the cases of the branch and those without a value.
    /// The latter count with the branch's share of the known weight while `visit` runs.
    pub fn visit_branches(
        &mut self,
        test: &Test,
        first: usize,
        end: usize,
        mut visit: impl FnMut(&mut Self, usize, f64, usize),
    ) {
        let known = self.group(test, None, first, end);
        let known_items = self.count_items(known, end);
        for branch in 0..test.n_branches() {
            let branch_end = self.group(test, Some(branch), known, end);
            if branch_end == known {
                continue;
            }
            let share = self.count_items(known, branch_end) / known_items;
            let full_weights = self.scale_weights(first, known, share);
            visit(self, branch, share, branch_end);
            for (case, weight) in full_weights {
                self.weight[case] = weight;
            }
            self.group(test, None, first, branch_end);
        }
    }

    fn scale_weights(&mut self, first: usize, end: usize, share: f64) -> Vec<(usize, f64)> {
        let mut full_weights = Vec::new();
        for position in first..end {
            let case = self.order[position];
            let weight = self.weight[case];
            full_weights.push((case, weight));
            self.weight[case] = (weight * share * WEIGHT_PARTS).round() / WEIGHT_PARTS;
        }
        full_weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    const SIX: &str = "x,y\n3,a\n1,b\n?,a\n2,b\n3,b\n1,a\n";

    fn numbers(sample: &Sample) -> Vec<f64> {
        (0..sample.n_cases())
            .map(|position| sample.number(position, 0))
            .collect()
    }

    #[test]
    fn weights_are_counted_by_class() {
        let data = training_set(SIX);
        let sample = Sample::new(&data);
        assert_eq!(sample.count_items(0, 6), 6.0);
        assert_eq!(sample.class_frequency(0, 4), [2.0, 2.0]);
        assert_eq!(sample.class_frequency(4, 4), [0.0, 0.0]);
    }

    #[test]
    fn known_values_are_sorted_behind_the_missing() {
        let data = training_set(SIX);
        let mut sample = Sample::new(&data);
        let known = sample.group_missing(0, 0, 6);
        assert_eq!(known, 1);
        sample.quicksort(0, known, 6);
        assert_eq!(numbers(&sample)[1..], [1.0, 1.0, 2.0, 3.0, 3.0]);
    }

    #[test]
    fn sorting_leaves_other_stretches_alone() {
        let data = training_set("x,y\n9,a\n4,a\n2,a\n8,a\n1,b\n");
        let mut sample = Sample::new(&data);
        sample.quicksort(0, 1, 4);
        assert_eq!(numbers(&sample), [9.0, 2.0, 4.0, 8.0, 1.0]);
    }

    #[test]
    fn a_missing_value_is_shared_among_branches() {
        let data = training_set(SIX);
        let mut sample = Sample::new(&data);
        let test = Test::Threshold {
            attribute: 0,
            cut: 2.0,
        };
        let mut seen = Vec::new();
        sample.visit_branches(&test, 0, 6, |sample, branch, share, end| {
            seen.push((branch, share, sample.count_items(0, end)));
        });
        // Three known cases below the cut, two above; the sixth counts 3/5 and 2/5.
        assert_eq!(seen.len(), 2);
        assert_eq!((seen[0].0, seen[0].1), (0, 0.6));
        assert!((seen[0].2 - 3.6).abs() < 1e-9);
        assert_eq!((seen[1].0, seen[1].1), (1, 0.4));
        assert!((seen[1].2 - 2.4).abs() < 1e-9);
        assert_eq!(sample.count_items(0, 6), 6.0);
    }
}
