//! A linear support vector machine by libsvm-rs, called like the subject svm.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use libsvm_rs::predict::predict;
use libsvm_rs::train::svm_train;
use libsvm_rs::{KernelType, SvmNode, SvmParameterBuilder, SvmProblem, SvmType};
use svm_columns::Task;

fn main() -> ExitCode {
    svm_columns::run(label)
}

fn label(task: &Task, model_file: &str) -> Result<Vec<usize>, Box<dyn Error>> {
    libsvm_rs::set_quiet(true);
    let problem = SvmProblem {
        labels: task.labels.iter().map(|&class| class as f64).collect(),
        instances: task.train.iter().map(|row| nodes(row)).collect(),
    };
    let parameters = SvmParameterBuilder::new()
        .svm_type(SvmType::CSvc)
        .kernel_type(KernelType::Linear)
        .c(1.0)
        .build()?;
    let model = svm_train(&problem, &parameters);
    libsvm_rs::io::save_model(Path::new(model_file), &model)?;
    let classes = task.test.iter().map(|row| predict(&model, &nodes(row)));
    Ok(classes.map(|class| class as usize).collect())
}

/// A row as LIBSVM wants it: columns count from 1, and zeros are left out.
fn nodes(row: &[f64]) -> Vec<SvmNode> {
    (1..)
        .zip(row)
        .filter(|(_, value)| **value != 0.0)
        .map(|(index, &value)| SvmNode { index, value })
        .collect()
}
