//! Numbers in the place of nominal values.

use crate::data::{Kind, Schema, Value};

/// The names of the columns that `nominal_to_binary` makes.
pub fn column_names(schema: &Schema) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in &schema.attributes {
        match &attribute.kind {
            Kind::Numeric => names.push(attribute.name.clone()),
            Kind::Nominal(texts) => {
                for position in first_indicated(texts.len())..texts.len() {
                    names.push(format!("{}={}", attribute.name, texts[position]));
                }
            }
        }
    }
    names
}

/// The numbers of an example without missing values.
///
/// Two nominal values make one column, which is 1 for the second.
/// More values make one column each, which is 1 for its value.
pub fn nominal_to_binary(schema: &Schema, values: &[Value]) -> Vec<f64> {
    let mut numbers = Vec::new();
    for column in 0..values.len() {
        match (&schema.attributes[column].kind, values[column]) {
            (Kind::Nominal(texts), value) => {
                for position in first_indicated(texts.len())..texts.len() {
                    if value == Value::Nominal(position) {
                        numbers.push(1.0);
                    } else {
                        numbers.push(0.0);
                    }
                }
            }
            (Kind::Numeric, Value::Number(number)) => numbers.push(number),
            (Kind::Numeric, _) => numbers.push(0.0),
        }
    }
    numbers
}

/// The first value that gets a column: the other one of two says the same.
fn first_indicated(n_values: usize) -> usize {
    if n_values <= 2 { 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;

    #[track_caller]
    fn check(text: &str, names: &[&str], rows: &[&[f64]]) {
        let data = training_set(text);
        assert_eq!(column_names(&data.schema), names);
        for i in 0..rows.len() {
            let numbers = nominal_to_binary(&data.schema, &data.examples[i].values);
            assert_eq!(numbers, rows[i]);
        }
    }

    #[test]
    fn two_values_make_one_column() {
        check(
            "x,w,y\n5,off,a\n6,on,b\n",
            &["x", "w=on"],
            &[&[5.0, 0.0], &[6.0, 1.0]],
        );
    }

    #[test]
    fn three_values_make_three_columns() {
        check(
            "w,y\nlow,a\nhigh,b\nmid,b\n",
            &["w=high", "w=low", "w=mid"],
            &[&[0.0, 1.0, 0.0], &[1.0, 0.0, 0.0], &[0.0, 0.0, 1.0]],
        );
    }

    #[test]
    fn a_single_value_makes_no_column() {
        check("x,w,y\n5,on,a\n6,on,b\n", &["x"], &[&[5.0], &[6.0]]);
    }
}
