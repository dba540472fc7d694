//! A linear support vector machine by linfa-svm, called like the subject svm.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::process::ExitCode;

use linfa::Dataset;
use linfa::prelude::Fit;
use linfa_svm::Svm;
use ndarray::{Array1, Array2, ArrayView1};
use svm_columns::Task;

fn main() -> ExitCode {
    svm_columns::run(label)
}

/// Tells two classes apart.
struct Pair {
    first: usize,
    second: usize,
    classifier: Svm<f64, bool>,
}

/// Linfa knows two classes, so every two classes get a classifier, and the most votes win.
fn label(task: &Task, model_file: &str) -> Result<Vec<usize>, Box<dyn Error>> {
    let mut pairs = Vec::new();
    for second in 0..task.classes.len() {
        for first in 0..second {
            let classifier = train(task, first, second)?;
            pairs.push(Pair {
                first,
                second,
                classifier,
            });
        }
    }
    fs::write(model_file, render(&pairs, task))?;
    let winner = |row: &Vec<f64>| winner(&pairs, ArrayView1::from(row), task.classes.len());
    Ok(task.test.iter().map(winner).collect())
}

/// The rows of the second class are the positive ones.
fn train(task: &Task, first: usize, second: usize) -> Result<Svm<f64, bool>, Box<dyn Error>> {
    let rows: Vec<usize> = (0..task.labels.len())
        .filter(|&row| [first, second].contains(&task.labels[row]))
        .collect();
    let n_columns = task.train[0].len();
    let values: Vec<f64> = rows
        .iter()
        .flat_map(|&row| task.train[row].iter().copied())
        .collect();
    let values = Array2::from_shape_vec((rows.len(), n_columns), values)?;
    let targets: Array1<bool> = rows.iter().map(|&row| task.labels[row] == second).collect();
    let parameters = Svm::<f64, bool>::params()
        .pos_neg_weights(1.0, 1.0)
        .linear_kernel();
    Ok(parameters.fit(&Dataset::new(values, targets))?)
}

/// The class of most votes, of equal ones the first.
fn winner(pairs: &[Pair], row: ArrayView1<'_, f64>, n_classes: usize) -> usize {
    let mut votes = vec![0; n_classes];
    for pair in pairs {
        let output = pair.classifier.weighted_sum(&row) - pair.classifier.rho;
        votes[if output > 0.0 {
            pair.second
        } else {
            pair.first
        }] += 1;
    }
    (0..n_classes)
        .rev()
        .max_by_key(|&class| votes[class])
        .unwrap_or(0)
}

fn render(pairs: &[Pair], task: &Task) -> String {
    let mut model = String::new();
    for pair in pairs {
        let (first, second) = (&task.classes[pair.first], &task.classes[pair.second]);
        let n_support = pair.classifier.nsupport();
        let rho = pair.classifier.rho;
        // Writing to a string cannot fail.
        let _ = writeln!(model, "{first} | {second}: {n_support} rows, rho {rho}");
    }
    model
}
