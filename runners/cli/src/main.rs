//! The command line of killrate, and the only place that prints.

mod arguments;
mod console;
mod csv;
mod exit;
#[cfg(feature = "analysis")]
mod outputs;
#[cfg(feature = "analysis")]
mod policies;
mod progress;
mod records;
mod replacing;
mod shown;
mod surroundings;
#[cfg(feature = "analysis")]
mod tables;
mod turn;
mod verbs;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Verb};
use crate::console::Console;

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| console::refuse(error));
    let console = Console::new(&arguments);
    let result = match &arguments.verb {
        Verb::List(options) => verbs::list::run(&console, options),
        Verb::Init(options) => verbs::init::run(&console, options),
        Verb::Import(options) => verbs::import::run(&console, options),
        Verb::Export(options) => verbs::export::run(&console, options),
        #[cfg(feature = "analysis")]
        Verb::Audit(options) => verbs::audit::run(&console, options),
        #[cfg(feature = "analysis")]
        Verb::BenchProperty(options) => verbs::bench_property::run(&console, options),
        Verb::Check => verbs::check::run(&console),
        Verb::CheckFunctions(options) => verbs::check_functions::run(&console, options),
        Verb::Infer(options) => verbs::infer::run(&console, options),
        Verb::Invariants(options) => verbs::invariants::run(&console, options),
        Verb::Mutants(options) => verbs::mutants::run(&console, options),
        Verb::Plan(options) => verbs::plan::run(&console, options),
        Verb::Run(options) => verbs::run::run(&console, options),
        Verb::Merge(options) => verbs::merge::run(&console, options),
        Verb::Cluster(options) => verbs::cluster::run(&console, options),
        Verb::Report(options) => verbs::report::run(&console, options),
        #[cfg(feature = "analysis")]
        Verb::Diff(options) => verbs::diff::run(&console, options),
        Verb::Explain(options) => verbs::explain::run(&console, options),
        Verb::Verify(options) => verbs::verify::run(&console, options),
        Verb::Mt(options) => verbs::mt::run(&console, options),
    };
    match result {
        Ok(code) => code,
        Err(error) => console.fail(&error),
    }
}
