//! A decision tree by smartcore, called like the subject c45.

mod data;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::process::ExitCode;

use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::tree::decision_tree_classifier::{
    DecisionTreeClassifier, DecisionTreeClassifierParameters, SplitCriterion,
};

use data::{Coding, Table};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let train = Table::parse(&fs::read_to_string(file("--train")?)?)?;
    let test = Table::parse(&fs::read_to_string(file("--test")?)?)?;
    if test.n_attributes() != train.n_attributes() {
        return Err("the files have different columns".into());
    }
    let coding = Coding::learn(&train);
    let classes: Vec<&str> = train
        .labels()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let codes: Vec<usize> = train
        .labels()
        .map(|label| classes.partition_point(|class| *class < label))
        .collect();
    // The least sizes are those of C4.5; smartcore splits more than `min_samples_split` rows.
    let parameters = DecisionTreeClassifierParameters {
        criterion: SplitCriterion::Entropy,
        max_depth: None,
        min_samples_leaf: 2,
        min_samples_split: 3,
        seed: Some(0),
    };
    let rows = DenseMatrix::from_2d_vec(&coding.encode(&train))?;
    let tree = DecisionTreeClassifier::fit(&rows, &codes, parameters)?;
    let predictions: String = tree
        .predict(&DenseMatrix::from_2d_vec(&coding.encode(&test))?)?
        .into_iter()
        .map(|code| format!("{}\n", classes[code]))
        .collect();
    fs::write(file("--model")?, format!("{tree:#?}\n"))?;
    fs::write(file("--predictions")?, predictions)?;
    Ok(())
}

/// The file that follows a flag on the command line.
fn file(flag: &str) -> Result<String, String> {
    std::env::args()
        .skip_while(|argument| argument != flag)
        .nth(1)
        .ok_or_else(|| format!("{flag} FILE is missing"))
}
