//! Chooses files for a volume and writes which.

use gaffitter::error::InputError;
use gaffitter::evolve::evolve;
use gaffitter::history::{render_history, render_summary};
use gaffitter::items::read_items;
use gaffitter::options::{Options, parse_options};
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
    let items = read_items(&options.items)?;
    let sizes: Vec<u64> = items.iter().map(|item| item.size).collect();
    let mut names = String::new();
    let mut used = 0;
    let outcome = evolve(&sizes, options.target, &options.settings);
    for &file in &outcome.chosen {
        used += items[file].size;
        names.push_str(&items[file].name);
        names.push('\n');
    }
    if let Some(path) = &options.used {
        write(path, &format!("{used}\n"))?;
    }
    if let Some(path) = &options.summary {
        let summary = render_summary(outcome.chosen.len(), used, options.target);
        write(path, &summary)?;
    }
    if let Some(path) = &options.history {
        write(path, &render_history(&outcome.history))?;
    }
    match &options.chosen {
        Some(path) => write(path, &names),
        None => print(&names),
    }
}

fn print(text: &str) -> Result<(), InputError> {
    let written = io::stdout().lock().write_all(text.as_bytes());
    written.map_err(|cause| InputError::Write {
        path: "standard output".to_owned(),
        cause,
    })
}

fn write(path: &str, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}
