//! Learns a classifier from one file and labels the rows of another.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use svm_stateful::data::{TrainingSet, test_rows};
use svm_stateful::error::InputError;
use svm_stateful::options::{Options, parse_options};
use svm_stateful::prepare::Preparation;
use svm_stateful::render::render_model;
use svm_stateful::sheet::Sheet;
use svm_stateful::smo::build_classifier;

/// Exit code for everything the user can fix.
const UNUSABLE_INPUT: u8 = 2;

fn main() -> ExitCode {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        arguments.push(argument.to_string_lossy().into_owned());
    }
    match parse_options(&arguments).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do when even the message cannot be written.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(UNUSABLE_INPUT)
        }
    }
}

fn run(options: &Options) -> Result<(), InputError> {
    let data = TrainingSet::from_sheet(&Sheet::read(&options.train)?)?;
    let rows = test_rows(&Sheet::read(&options.test)?, &data.schema)?;
    let preparation = Preparation::new(&data, options.is_normalized);
    let smo = build_classifier(&preparation.training_points());
    let columns = preparation.column_names();
    write(
        &options.model,
        &render_model(&smo, &data.schema.classes, &columns),
    )?;

    let mut labels = String::new();
    for values in &rows {
        let class = smo.classify_instance(&preparation.point(values));
        labels.push_str(&data.schema.classes[class]);
        labels.push('\n');
    }
    write(&options.predictions, &labels)
}

fn write(path: &str, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}
