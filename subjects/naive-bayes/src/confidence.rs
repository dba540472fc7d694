//! How sure a classification is.

use crate::data::Value;
use crate::defects::Defects;
use crate::model::Model;

/// What speaks against a class, less of which is surer: the probability of all other classes,
/// divided by how often an example with these values was learnt, where one was.
pub fn confidence(
    model: &Model,
    values: &[Value],
    class: usize,
    distribution: &[f64],
    defects: Defects,
) -> f64 {
    let mut against = 0.0;
    for (other, probability) in distribution.iter().enumerate() {
        if other != class {
            against += probability;
        }
    }
    let n_equal = model.n_equal(values);
    if n_equal == 0 {
        return against;
    }
    if defects.normalizes_by_share {
        let share = n_equal as f64 / model.n_examples() as f64;
        return against / share;
    }
    against / n_equal as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Schema;
    use crate::sheet::Sheet;

    /// The confidence that the last row is `yes`, learnt so often.
    fn learnt(n_times: usize, defects: Defects) -> f64 {
        let rows = "1,no\n3,no\n5,yes\n7,yes\n".repeat(n_times);
        let sheet = Sheet::parse("a.csv", &format!("x,play\n{rows}")).expect("it is a table");
        let none = Sheet::parse("b.csv", "x,play\n").expect("it is a table");
        let schema = Schema::of(&sheet, &none).expect("the rows are labelled");
        let examples = schema.examples(&sheet).expect("the rows are labelled");
        let model = Model::train(&schema, &examples);
        confidence(&model, &[Value::Number(7.0)], 1, &[0.25, 0.75], defects)
    }

    #[test]
    fn an_example_that_was_learnt_twice_is_twice_as_sure() {
        assert_eq!(learnt(1, Defects::default()), 0.25);
        assert_eq!(learnt(2, Defects::default()), 0.125);
    }

    #[test]
    fn normalised_by_the_share_it_is_as_sure_as_before() {
        let defects = Defects {
            normalizes_by_share: true,
            ..Defects::default()
        };
        assert_eq!(learnt(1, defects), learnt(2, defects));
    }
}
