//! From examples to points of numbers.

use crate::data::{TrainingSet, Value};
use crate::nominal::{column_names, nominal_to_binary};
use crate::normalize::{Range, column_ranges, normalize};
use crate::replace_missing::{replace_missing_values, usual_values};

/// What the training set says about how to turn values into numbers.
#[derive(Clone, Debug)]
pub struct Preparation<'a> {
    data: &'a TrainingSet,
    usual: Vec<Value>,
    /// `None` when numbers stay as they are.
    ranges: Option<Vec<Range>>,
}

/// The training set in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPoints {
    /// One point per example, all of the same width.
    pub points: Vec<Vec<f64>>,
    /// The class of each point.
    pub classes: Vec<usize>,
    /// How many classes there are; each has a point.
    pub n_classes: usize,
}

impl<'a> Preparation<'a> {
    /// Learns from the training set; `is_normalized` asks for columns from 0 to 1.
    pub fn new(data: &'a TrainingSet, is_normalized: bool) -> Preparation<'a> {
        let mut preparation = Preparation {
            data,
            usual: usual_values(&data.schema, &data.examples),
            ranges: None,
        };
        if is_normalized {
            preparation.ranges = Some(column_ranges(&preparation.training_points().points));
        }
        preparation
    }

    /// The names of the columns.
    pub fn column_names(&self) -> Vec<String> {
        column_names(&self.data.schema)
    }

    /// The numbers of one example.
    pub fn point(&self, values: &[Value]) -> Vec<f64> {
        let known = replace_missing_values(values, &self.usual);
        let mut point = nominal_to_binary(&self.data.schema, &known);
        if let Some(ranges) = &self.ranges {
            normalize(&mut point, ranges);
        }
        point
    }

    /// The numbers of all training examples.
    pub fn training_points(&self) -> TrainingPoints {
        let mut points = Vec::new();
        let mut classes = Vec::new();
        for example in &self.data.examples {
            points.push(self.point(&example.values));
            classes.push(example.class);
        }
        TrainingPoints {
            points,
            classes,
            n_classes: self.data.schema.classes.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    const FOUR: &str = "x,w,y\n1,on,a\n5,off,b\n?,off,b\n3,?,a\n";

    #[track_caller]
    fn check(is_normalized: bool, expected: &[[f64; 2]]) {
        let data = training_set(FOUR);
        let preparation = Preparation::new(&data, is_normalized);
        assert_eq!(preparation.column_names(), ["x", "w=on"]);
        let training = preparation.training_points();
        assert_eq!(training.points, expected);
        assert_eq!(training.classes, [0, 1, 1, 0]);
        assert_eq!(training.n_classes, 2);
    }

    #[test]
    fn missing_values_become_the_mean_and_the_most_frequent() {
        check(false, &[[1.0, 1.0], [5.0, 0.0], [3.0, 0.0], [3.0, 0.0]]);
    }

    #[test]
    fn columns_are_scaled_on_demand() {
        check(true, &[[0.0, 1.0], [1.0, 0.0], [0.5, 0.0], [0.5, 0.0]]);
    }

    #[test]
    fn a_row_to_label_is_prepared_like_the_training_rows() {
        let data = training_set(FOUR);
        let preparation = Preparation::new(&data, true);
        let values = [Value::Number(9.0), Value::Missing];
        assert_eq!(preparation.point(&values), [2.0, 0.0]);
    }
}
