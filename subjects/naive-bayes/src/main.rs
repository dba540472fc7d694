//! Learns from examples, updates the model with others, and labels a third kind.

use naive_bayes::confidence::confidence;
use naive_bayes::data::Schema;
use naive_bayes::error::InputError;
use naive_bayes::model::{Model, likeliest};
use naive_bayes::options::{Options, parse_options};
use naive_bayes::render::render_model;
use naive_bayes::sheet::Sheet;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

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
    let (train, update) = (Sheet::read(&options.train)?, Sheet::read(&options.update)?);
    let schema = Schema::of(&train, &update)?;
    let rows = schema.rows(&Sheet::read(&options.test)?)?;
    let mut model = Model::train(&schema, &schema.examples(&train)?);
    for example in schema.examples(&update)? {
        model.update(&example, options.defects);
    }
    let precisions = model.precisions();
    let (mut labels, mut confidences) = (String::new(), String::new());
    for values in &rows {
        let distribution = model.distribution(values, &precisions);
        let class = likeliest(&distribution);
        let confidence = confidence(&model, values, class, &distribution, options.defects);
        labels.push_str(&schema.classes[class]);
        labels.push('\n');
        confidences.push_str(&format!("{confidence:.12}\n"));
    }
    write(&options.model, &render_model(&schema, &model))?;
    write(&options.predictions, &labels)?;
    write(&options.confidence, &confidences)
}

fn write(path: &str, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}
