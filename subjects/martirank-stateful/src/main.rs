//! Learns a ranking from one file and ranks the rows of another.

use martirank_stateful::error::InputError;
use martirank_stateful::examples::{Examples, Labels};
use martirank_stateful::model::Model;
use martirank_stateful::options::{Options, Phases, parse_options};
use martirank_stateful::random::Generator;
use martirank_stateful::rank::{rank, render_ranking, require_attributes};
use martirank_stateful::train::train;
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
    match &options.phases {
        Phases::Train(training) => {
            let examples = Examples::read(&training.train, Labels::Needed)?;
            let model = run_training(&examples, training.n_rounds, options.seed)?;
            write(&options.model, &model.render())
        }
        Phases::Rank(ranking) => {
            let model = Model::read(&options.model)?;
            let examples = Examples::read(&ranking.test, Labels::Ignored)?;
            let order = run_ranking(&examples, &model, options.seed)?;
            write(&ranking.ranking, &render_ranking(&order))
        }
        Phases::Both(training, ranking) => {
            let examples = Examples::read(&training.train, Labels::Needed)?;
            let to_rank = Examples::read(&ranking.test, Labels::Ignored)?;
            let model = run_training(&examples, training.n_rounds, options.seed)?;
            let order = run_ranking(&to_rank, &model, options.seed)?;
            write(&options.model, &model.render())?;
            write(&ranking.ranking, &render_ranking(&order))
        }
    }
}

fn run_training(
    examples: &Examples,
    n_rounds: usize,
    seed: Option<u64>,
) -> Result<Model, InputError> {
    let mut generator = match seed {
        Some(seed) => Generator::new(seed),
        None => {
            examples.require_known(0..examples.n_attributes())?;
            Generator::new(0)
        }
    };
    Ok(train(examples, n_rounds, &mut generator))
}

fn run_ranking(
    examples: &Examples,
    model: &Model,
    seed: Option<u64>,
) -> Result<Vec<usize>, InputError> {
    require_attributes(examples, model)?;
    let mut generator = match seed {
        Some(seed) => Generator::new(seed),
        None => {
            examples.require_known(model.attributes())?;
            Generator::new(0)
        }
    };
    Ok(rank(examples, model, &mut generator))
}

fn write(path: &str, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}
