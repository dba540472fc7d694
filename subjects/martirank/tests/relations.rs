//! The relations that the README says hold, and one that it says does not.

use martirank::examples::{Examples, Labels};
use martirank::model::Model;
use martirank::random::Generator;
use martirank::rank::rank;
use martirank::train::train;
use std::path::Path;

/// Data sets without repeating values.
const DISTINCT: [&str; 2] = ["martirank-05", "martirank-09"];

fn read(name: &str, file: &str, labels: Labels) -> Examples {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/martirank")
        .join(format!("{name}.{file}.csv"));
    Examples::read(&path.to_string_lossy(), labels).expect("the data set is committed")
}

fn run(to_train: &Examples, to_rank: &Examples) -> (Model, Vec<usize>) {
    let model = train(to_train, 4, &mut Generator::new(1));
    let ranking = rank(to_rank, &model, &mut Generator::new(1));
    (model, ranking)
}

fn with_values(examples: &Examples, change: impl Fn(f64) -> f64) -> Examples {
    let mut columns = examples.columns.clone();
    for column in &mut columns {
        for value in column {
            *value = change(*value);
        }
    }
    Examples {
        path: examples.path.clone(),
        columns,
        labels: examples.labels.clone(),
    }
}

fn shuffled(examples: &Examples, seed: u64) -> Examples {
    let mut generator = Generator::new(seed);
    let mut rows: Vec<usize> = (0..examples.n_examples()).collect();
    for position in (1..rows.len()).rev() {
        rows.swap(position, generator.below(position + 1));
    }
    let pick = |column: &Vec<f64>| rows.iter().map(|&row| column[row]).collect();
    Examples {
        path: examples.path.clone(),
        columns: examples.columns.iter().map(pick).collect(),
        labels: rows.iter().map(|&row| examples.labels[row]).collect(),
    }
}

fn flipped(text: &str) -> String {
    text.replace(",a", ",x")
        .replace(",d", ",a")
        .replace(",x", ",d")
}

#[test]
fn the_order_of_training_rows_does_not_matter() {
    for name in DISTINCT {
        let to_train = read(name, "train", Labels::Needed);
        let to_rank = read(name, "test", Labels::Ignored);
        for seed in 0..5 {
            let changed = run(&shuffled(&to_train, seed), &to_rank);
            assert_eq!(changed, run(&to_train, &to_rank));
        }
    }
}

#[test]
fn the_unit_and_origin_of_values_do_not_matter() {
    for name in DISTINCT {
        let to_train = read(name, "train", Labels::Needed);
        let to_rank = read(name, "test", Labels::Ignored);
        for change in [|value| value * 10.0, |value| value + 10.0] {
            let changed = run(
                &with_values(&to_train, change),
                &with_values(&to_rank, change),
            );
            assert_eq!(changed, run(&to_train, &to_rank));
        }
    }
}

#[test]
fn negated_values_flip_the_directions_and_keep_the_ranking() {
    for name in DISTINCT {
        let to_train = read(name, "train", Labels::Needed);
        let to_rank = read(name, "test", Labels::Ignored);
        let (model, ranking) = run(&to_train, &to_rank);
        let (negated_model, negated_ranking) = run(
            &with_values(&to_train, |value| -value),
            &with_values(&to_rank, |value| -value),
        );
        assert_eq!(negated_ranking, ranking);
        assert_eq!(negated_model.render(), flipped(&model.render()));
    }
}

#[test]
fn the_order_of_rows_matters_where_values_repeat() {
    let examples = |text: &str| {
        Examples::parse("a.csv", text, Labels::Needed).expect("the text can be trained on")
    };
    let up = examples("x,l\n1,1\n1,0\n");
    let down = examples("x,l\n1,0\n1,1\n");
    assert_ne!(run(&up, &up).0, run(&down, &down).0);
}
