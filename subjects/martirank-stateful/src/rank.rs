//! The ranking phase.

use crate::error::InputError;
use crate::examples::Examples;
use crate::list::{ExampleList, Way, link_examples};
use crate::model::Model;
use crate::random::Generator;
use crate::segments::{position_after, split_examples};
use crate::sort::sort_examples;

/// Ranks examples with a model that fits them, best first.
pub fn rank(examples: &Examples, model: &Model, generator: &mut Generator) -> Vec<usize> {
    let order: Vec<usize> = (0..examples.n_examples()).collect();
    let (mut links, mut ranking) = link_examples(&order, &examples.labels);
    for round in &model.rounds {
        let n_examples = ranking.n_examples();
        let mut rest = ranking;
        ranking = ExampleList::default();
        for segment in round {
            let end = position_after(segment.share, n_examples);
            let n_wanted = end - ranking.n_examples();
            let mut part = split_examples(&mut links, &mut rest, n_wanted);
            let column = &examples.columns[segment.rule.attribute];
            let direction = segment.rule.direction;
            sort_examples(&mut links, &mut part, column, direction, generator);
            links.concatenate(&mut ranking, part);
        }
    }
    links.examples(&ranking, Way::Forwards)
}

/// Refuses examples that lack an attribute of the model.
pub fn require_attributes(examples: &Examples, model: &Model) -> Result<(), InputError> {
    let n_attributes = examples.n_attributes();
    for attribute in model.attributes() {
        if attribute >= n_attributes {
            return Err(InputError::Table {
                path: examples.path.clone(),
                reason: format!(
                    "it has {n_attributes} attributes and the model sorts by attribute \
                     {attribute}, counted from 0; give the columns of the training data"
                ),
            });
        }
    }
    Ok(())
}

/// The text of the ranking file: one row number per line, counted from 0.
pub fn render_ranking(order: &[usize]) -> String {
    let mut text = String::new();
    for &example in order {
        text.push_str(&example.to_string());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::Labels;

    const FIVE: &str = "x,y,l\n3,1,?\n5,2,?\n1,3,?\n4,4,?\n2,5,?\n";

    fn examples(text: &str) -> Examples {
        Examples::parse("a.csv", text, Labels::Ignored).expect("the text can be ranked")
    }

    #[track_caller]
    fn check(model: &str, expected: &[usize]) {
        let model = Model::parse("m", model).expect("it is a model");
        let ranking = rank(&examples(FIVE), &model, &mut Generator::new(1));
        assert_eq!(ranking, expected);
    }

    #[test]
    fn one_round_sorts_everything() {
        check("1.0000,0,d\n", &[1, 3, 0, 4, 2]);
    }

    #[test]
    fn later_rounds_sort_within_segments() {
        // By x down: x 5 4 3 | 2 1; the first three by y up, the others by y down.
        check("1.0000,0,d\n0.6000,1,a;1.0000,1,d\n", &[0, 1, 3, 4, 2]);
        // 0.5 of five rows is rounded to three.
        check("1.0000,0,d\n0.5000,1,a;1.0000,1,d\n", &[0, 1, 3, 4, 2]);
    }

    #[test]
    fn segments_too_small_for_a_row_are_empty() {
        check("0.0500,1,d;0.0500,1,a;1.0000,0,a\n", &[2, 4, 0, 3, 1]);
    }

    #[test]
    fn a_model_with_more_attributes_than_the_rows_is_refused() {
        let model = Model::parse("m", "1.0000,2,d\n").expect("it is a model");
        let error = require_attributes(&examples(FIVE), &model).expect_err("there is no third");
        assert_eq!(
            error.to_string(),
            "cannot use `a.csv`\n  because it has 2 attributes and the model sorts by attribute \
             2, counted from 0; give the columns of the training data"
        );
        let model = Model::parse("m", "1.0000,1,d\n").expect("it is a model");
        assert!(require_attributes(&examples(FIVE), &model).is_ok());
    }

    #[test]
    fn a_ranking_is_one_number_per_line() {
        assert_eq!(render_ranking(&[2, 0, 10]), "2\n0\n10\n");
    }
}
