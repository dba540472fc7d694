//! What was learnt.

use crate::data::{Example, Kind, Schema, Value};
use crate::defects::Defects;
use crate::nominal_estimator::NominalEstimator;
use crate::normal_estimator::{NormalEstimator, precision};

/// What is known of an attribute in one class.
#[derive(Clone, Debug, PartialEq)]
pub enum Estimator {
    /// Of a nominal attribute.
    Nominal(NominalEstimator),
    /// Of a numeric one.
    Normal(NormalEstimator),
}

/// Classes, and for each of them its attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// All examples that were learnt, updates included.
    examples: Vec<Example>,
    /// How many examples each class has.
    class_counts: Vec<u64>,
    /// For each class an estimator per attribute.
    estimators: Vec<Vec<Estimator>>,
}

impl Model {
    /// A model of examples.
    pub fn train(schema: &Schema, examples: &[Example]) -> Model {
        let estimators: Vec<Estimator> = schema
            .attributes
            .iter()
            .map(|attribute| match &attribute.kind {
                Kind::Numeric => Estimator::Normal(NormalEstimator::default()),
                Kind::Nominal(texts) => Estimator::Nominal(NominalEstimator::new(texts.len())),
            })
            .collect();
        let n_classes = schema.classes.len();
        let mut model = Model {
            examples: Vec::new(),
            class_counts: vec![0; n_classes],
            estimators: vec![estimators; n_classes],
        };
        for example in examples {
            model.update(example, Defects::default());
        }
        model
    }

    /// Learns one more example.
    pub fn update(&mut self, example: &Example, defects: Defects) {
        self.examples.push(example.clone());
        self.class_counts[example.class] += 1;
        if !defects.has_stale_estimates {
            self.update_estimates(example);
        }
    }

    fn update_estimates(&mut self, example: &Example) {
        let estimators = &mut self.estimators[example.class];
        for (estimator, value) in estimators.iter_mut().zip(&example.values) {
            match (estimator, value) {
                (Estimator::Nominal(estimator), Value::Nominal(value)) => estimator.add(*value),
                (Estimator::Normal(estimator), Value::Number(number)) => estimator.add(*number),
                // A value that is missing tells nothing.
                _ => {}
            }
        }
    }

    /// How many examples were learnt.
    pub fn n_examples(&self) -> usize {
        self.examples.len()
    }

    /// How many examples with these very values were learnt, whatever their class.
    pub fn n_equal(&self, values: &[Value]) -> usize {
        let mut n_equal = 0;
        for example in &self.examples {
            if example.values == values {
                n_equal += 1;
            }
        }
        n_equal
    }

    /// The share of a class among the examples.
    pub fn prior(&self, class: usize) -> f64 {
        self.class_counts[class] as f64 / self.examples.len() as f64
    }

    /// The estimators of a class.
    pub fn estimators(&self, class: usize) -> &[Estimator] {
        &self.estimators[class]
    }

    /// The precision of each column: the mean gap between its numbers.
    pub fn precisions(&self) -> Vec<f64> {
        let n_attributes = self.estimators.first().map_or(0, Vec::len);
        let mut precisions = Vec::new();
        for attribute in 0..n_attributes {
            let mut numbers = Vec::new();
            for estimators in &self.estimators {
                if let Estimator::Normal(estimator) = &estimators[attribute] {
                    numbers.extend_from_slice(estimator.numbers());
                }
            }
            precisions.push(precision(numbers));
        }
        precisions
    }

    /// The probability of each class, given values; they add up to 1.
    pub fn distribution(&self, values: &[Value], precisions: &[f64]) -> Vec<f64> {
        let mut logarithms = Vec::new();
        for class in 0..self.class_counts.len() {
            let mut logarithm = self.prior(class).ln();
            for (attribute, value) in values.iter().enumerate() {
                logarithm += match (&self.estimators[class][attribute], value) {
                    (Estimator::Nominal(estimator), Value::Nominal(value)) => {
                        estimator.probability(*value).ln()
                    }
                    (Estimator::Normal(estimator), Value::Number(number)) => {
                        estimator.log_density(*number, precisions[attribute])
                    }
                    _ => 0.0,
                };
            }
            logarithms.push(logarithm);
        }
        normalized(&logarithms)
    }
}

/// Probabilities whose logarithms differ like these; the largest is taken out before they shrink to
/// nothing.
fn normalized(logarithms: &[f64]) -> Vec<f64> {
    let largest = logarithms.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
    let mut probabilities = Vec::new();
    let mut sum = 0.0;
    for logarithm in logarithms {
        let probability = (logarithm - largest).exp();
        sum += probability;
        probabilities.push(probability);
    }
    for probability in &mut probabilities {
        *probability /= sum;
    }
    probabilities
}

/// The class that is most likely, the first of equally likely ones.
pub fn likeliest(distribution: &[f64]) -> usize {
    let mut best = 0;
    for class in 0..distribution.len() {
        if distribution[class] > distribution[best] {
            best = class;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Sheet;

    const ROWS: &str = "x,wind,play\n1,calm,no\n3,windy,no\n5,windy,yes\n7,calm,yes\n9,?,yes\n";

    fn learnt(n_trained: usize, defects: Defects) -> Model {
        let sheet = Sheet::parse("a.csv", ROWS).expect("the text is a table");
        let none = Sheet::parse("b.csv", "x,wind,play\n").expect("the text is a table");
        let schema = Schema::of(&sheet, &none).expect("the rows are labelled");
        let examples = schema.examples(&sheet).expect("the rows are labelled");
        let mut model = Model::train(&schema, &examples[..n_trained]);
        for example in &examples[n_trained..] {
            model.update(example, defects);
        }
        model
    }

    #[test]
    fn a_model_that_is_updated_is_that_of_all_examples() {
        let all = learnt(5, Defects::default());
        for n_trained in 0..5 {
            assert_eq!(learnt(n_trained, Defects::default()), all);
        }
    }

    #[test]
    fn with_stale_estimates_it_is_not() {
        let defects = Defects {
            has_stale_estimates: true,
            ..Defects::default()
        };
        let (stale, fresh) = (learnt(4, defects), learnt(5, defects));
        assert_eq!(stale.prior(1), fresh.prior(1));
        assert_ne!(stale.estimators(1), fresh.estimators(1));
        assert_eq!(stale.estimators(0), fresh.estimators(0));
    }

    #[test]
    fn the_distribution_is_that_of_the_formula() {
        let model = learnt(5, Defects::default());
        assert_eq!(model.precisions(), [2.0, 0.01]);
        // No: 1 and 3, mean 2, deviation 1. Yes: 5, 7 and 9, mean 7, deviation √(8/3).
        let density = |distance: f64, deviation: f64| {
            (-(distance / deviation).powi(2) / 2.0).exp() / deviation
        };
        let no = 0.4 * density(2.0, 1.0) * 0.5;
        let yes = 0.6 * density(3.0, (8.0_f64 / 3.0).sqrt()) * 0.5;
        let distribution = model.distribution(
            &[Value::Number(4.0), Value::Nominal(1)],
            &model.precisions(),
        );
        assert!((distribution[0] - no / (no + yes)).abs() < 1e-12);
        assert!((distribution[1] - yes / (no + yes)).abs() < 1e-12);
        let unknown = model.distribution(&[Value::Missing, Value::Missing], &[2.0, 0.01]);
        assert!((unknown[1] - 0.6).abs() < 1e-12);
    }

    #[test]
    fn equal_examples_are_counted() {
        let model = learnt(5, Defects::default());
        assert_eq!(model.n_equal(&[Value::Number(9.0), Value::Missing]), 1);
        assert_eq!(model.n_equal(&[Value::Number(9.0), Value::Nominal(0)]), 0);
    }

    #[test]
    fn the_first_of_equally_likely_classes_is_taken() {
        assert_eq!(likeliest(&[0.25, 0.5, 0.25]), 1);
        assert_eq!(likeliest(&[0.25, 0.375, 0.375]), 1);
    }
}
