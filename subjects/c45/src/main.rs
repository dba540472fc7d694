//! Learns a tree from one file and labels the rows of another.

use c45::classify::classify;
use c45::data::{TrainingSet, test_rows};
use c45::error::InputError;
use c45::grow::form_tree;
use c45::options::{Options, parse_options};
use c45::prune::prune;
use c45::render::render_tree;
use c45::sample::Sample;
use c45::sheet::Sheet;
use c45::tree::Node;
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
    let data = TrainingSet::from_sheet(&Sheet::read(&options.train)?)?;
    let rows = test_rows(&Sheet::read(&options.test)?, &data.schema)?;
    let mut tree = form_tree(&mut Sample::new(&data));
    prune(&mut Sample::new(&data), &mut tree);
    write(&options.model, &render_tree(&tree, &data.schema))?;

    let mut labels = String::new();
    for values in &rows {
        labels.push_str(&data.schema.classes[classify(&tree, values)]);
        labels.push('\n');
    }
    write(&options.predictions, &labels)?;
    if options.is_verbose {
        let n_errors = count_training_errors(&tree, &data);
        let summary = format!("training errors: {n_errors} of {}", data.examples.len());
        writeln!(io::stdout(), "{summary}").map_err(|cause| InputError::Write {
            path: "standard output".to_owned(),
            cause,
        })?;
    }
    Ok(())
}

fn count_training_errors(tree: &Node, data: &TrainingSet) -> usize {
    let mut n_errors = 0;
    for example in &data.examples {
        if classify(tree, &example.values) != example.class {
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
