//! A linear support vector machine by libsvm-rs, called like the subject svm.

mod data;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libsvm_rs::predict::predict;
use libsvm_rs::train::svm_train;
use libsvm_rs::{KernelType, SvmNode, SvmParameterBuilder, SvmProblem, SvmType};

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
    libsvm_rs::set_quiet(true);
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
    let labels = train
        .labels()
        .map(|label| classes.partition_point(|class| *class < label) as f64);
    let problem = SvmProblem {
        labels: labels.collect(),
        instances: coding.encode(&train).iter().map(|row| nodes(row)).collect(),
    };
    let parameters = SvmParameterBuilder::new()
        .svm_type(SvmType::CSvc)
        .kernel_type(KernelType::Linear)
        .c(1.0)
        .build()?;
    let model = svm_train(&problem, &parameters);
    let predictions: String = coding
        .encode(&test)
        .iter()
        .map(|row| format!("{}\n", classes[predict(&model, &nodes(row)) as usize]))
        .collect();
    libsvm_rs::io::save_model(Path::new(&file("--model")?), &model)?;
    fs::write(file("--predictions")?, predictions)?;
    Ok(())
}

/// A row as LIBSVM wants it: columns count from 1, and zeros are left out.
fn nodes(row: &[f64]) -> Vec<SvmNode> {
    (1..)
        .zip(row)
        .filter(|(_, value)| **value != 0.0)
        .map(|(index, &value)| SvmNode { index, value })
        .collect()
}

/// The file that follows a flag on the command line.
fn file(flag: &str) -> Result<String, String> {
    std::env::args()
        .skip_while(|argument| argument != flag)
        .nth(1)
        .ok_or_else(|| format!("{flag} FILE is missing"))
}
