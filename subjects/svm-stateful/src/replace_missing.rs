//! Values in the place of missing ones.

use crate::data::{Example, Kind, Schema, Value};

/// For every attribute, the mean or the most frequent value of the training examples.
///
/// The first of equally frequent values wins; an attribute without any known value gets zero.
pub fn usual_values(schema: &Schema, examples: &[Example]) -> Vec<Value> {
    let mut usual = Vec::new();
    for column in 0..schema.attributes.len() {
        usual.push(match &schema.attributes[column].kind {
            Kind::Numeric => Value::Number(mean(examples, column)),
            Kind::Nominal(texts) => Value::Nominal(mode(examples, column, texts.len())),
        });
    }
    usual
}

/// The values with the usual ones in the place of missing ones.
pub fn replace_missing_values(values: &[Value], usual: &[Value]) -> Vec<Value> {
    let mut known = values.to_vec();
    for column in 0..known.len() {
        if known[column] == Value::Missing {
            known[column] = usual[column];
        }
    }
    known
}

fn mean(examples: &[Example], column: usize) -> f64 {
    let mut sum = 0.0;
    let mut n_known = 0.0;
    for example in examples {
        if let Value::Number(number) = example.values[column] {
            sum += number;
            n_known += 1.0;
        }
    }
    if n_known > 0.0 { sum / n_known } else { 0.0 }
}

fn mode(examples: &[Example], column: usize, n_values: usize) -> usize {
    let mut frequency = vec![0; n_values];
    for example in examples {
        if let Value::Nominal(position) = example.values[column] {
            frequency[position] += 1;
        }
    }
    let mut best = 0;
    for position in 0..n_values {
        if frequency[position] > frequency[best] {
            best = position;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    #[track_caller]
    fn check(text: &str, expected: &[Value]) {
        let data = training_set(text);
        assert_eq!(usual_values(&data.schema, &data.examples), expected);
    }

    #[test]
    fn the_mean_is_of_the_known_numbers() {
        check("x,y\n1,a\n?,a\n2,b\n6,b\n", &[Value::Number(3.0)]);
    }

    #[test]
    fn the_most_frequent_value_is_usual() {
        check("x,y\nlow,a\nmid,a\n?,b\nmid,b\n", &[Value::Nominal(1)]);
    }

    #[test]
    fn the_first_of_equally_frequent_values_is_usual() {
        check("x,y\nmid,a\nlow,a\n?,b\n", &[Value::Nominal(0)]);
    }

    #[test]
    fn without_any_known_value_zero_is_usual() {
        check("x,y\n?,a\n?,b\n", &[Value::Number(0.0)]);
    }

    #[test]
    fn only_missing_values_are_replaced() {
        let usual = [Value::Number(3.0), Value::Nominal(1)];
        let values = [Value::Missing, Value::Nominal(0)];
        let expected = [Value::Number(3.0), Value::Nominal(0)];
        assert_eq!(replace_missing_values(&values, &usual), expected);
    }
}
