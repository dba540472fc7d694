//! Simulates a process and writes what happened.

use jsim::error::InputError;
use jsim::lines::read_lines;
use jsim::log::render_events;
use jsim::options::{Options, parse_options};
use jsim::process::Process;
use jsim::report::{render_busiest, render_total, render_utilisations, utilisations};
use jsim::simulate::simulate;
use jsim::timings::Timings;
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
    let process = Process::read(&options.process, read_lines(&options.process)?)?;
    let timings = Timings::read(&options.timings, read_lines(&options.timings)?, &process)?;
    let simulated = simulate(&process, &timings, options.seed)?;
    let all = utilisations(&process, &simulated);
    write(&options.events, &render_events(&simulated.events))?;
    write(&options.total, &render_total(&simulated))?;
    write(&options.busiest, &render_busiest(&all))?;
    write(&options.utilisation, &render_utilisations(&all))
}

fn write(path: &str, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}
