//! Learns a tree from one file and labels the rows of another.

use c45_stateful::classify::classify;
use c45_stateful::data::{TrainingSet, test_rows};
use c45_stateful::error::InputError;
use c45_stateful::grow::form_tree;
use c45_stateful::options::{Options, parse_options};
use c45_stateful::prune::prune;
use c45_stateful::render::render_tree;
use c45_stateful::sheet::Sheet;
use c45_stateful::state::State;
use c45_stateful::tree::Node;
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
    let mut data = TrainingSet::from_sheet(&Sheet::read(&options.train)?)?;
    let mut rows = test_rows(&Sheet::read(&options.test)?, &data.schema)?;
    for example in &mut data.examples {
        options.arithmetic.keep_numbers(&mut example.values);
    }
    for values in &mut rows {
        options.arithmetic.keep_numbers(values);
    }
    let mut state = State::new(&data);
    state.arithmetic = options.arithmetic;
    let mut tree = form_tree(&mut state);
    prune(&mut state, &mut tree);
    write(&options.model, &render_tree(&tree, &data.schema))?;

    let mut probability = vec![0.0; data.schema.classes.len()];
    let mut labels = String::new();
    for values in &rows {
        labels.push_str(&data.schema.classes[classify(&tree, values, &mut probability)]);
        labels.push('\n');
    }
    write(&options.predictions, &labels)?;
    if options.is_verbose {
        let n_errors = count_training_errors(&tree, &data, &mut probability);
        let summary = format!("training errors: {n_errors} of {}", data.examples.len());
        writeln!(io::stdout(), "{summary}").map_err(|cause| InputError::Write {
            path: "standard output".to_owned(),
            cause,
        })?;
    }
    Ok(())
}

fn count_training_errors(tree: &Node, data: &TrainingSet, probability: &mut [f64]) -> usize {
    let mut n_errors = 0;
    for example in &data.examples {
        if classify(tree, &example.values, probability) != example.class {
            n_errors += 1;
        }
    }
    n_errors
}

fn write(path: &str, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}
