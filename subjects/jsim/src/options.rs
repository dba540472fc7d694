//! The command line.

use crate::error::InputError;

const USAGE: &str = "usage: jsim --process FILE --timings FILE --events FILE --total FILE \
                     --busiest FILE --utilisation FILE [--seed N]";

/// What one run reads and writes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What happens.
    pub process: String,
    /// When, and how long it takes.
    pub timings: String,
    /// Where the events go.
    pub events: String,
    /// Where the total time goes.
    pub total: String,
    /// Where the share of the busiest resource goes.
    pub busiest: String,
    /// Where all shares go.
    pub utilisation: String,
    /// Decides all random choices; 0 unless told.
    pub seed: u64,
}

/// Reads the arguments that follow the program's name.
pub fn parse_options(arguments: &[String]) -> Result<Options, InputError> {
    let mut options = Options::default();
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let Some(value) = rest.next() else {
            return Err(refused(&format!("`{flag}` has no value")));
        };
        let file = match flag.as_str() {
            "--process" => &mut options.process,
            "--timings" => &mut options.timings,
            "--events" => &mut options.events,
            "--total" => &mut options.total,
            "--busiest" => &mut options.busiest,
            "--utilisation" => &mut options.utilisation,
            "--seed" => {
                options.seed = value
                    .parse()
                    .map_err(|_| refused(&format!("`{value}` is not a seed")))?;
                continue;
            }
            _ => return Err(refused(&format!("there is no flag `{flag}`"))),
        };
        if !file.is_empty() {
            return Err(refused(&format!("`{flag}` comes twice")));
        }
        file.push_str(value);
    }
    for (flag, file) in [
        ("--process", &options.process),
        ("--timings", &options.timings),
        ("--events", &options.events),
        ("--total", &options.total),
        ("--busiest", &options.busiest),
        ("--utilisation", &options.utilisation),
    ] {
        if file.is_empty() {
            return Err(refused(&format!("`{flag}` is missing")));
        }
    }
    Ok(options)
}

fn refused(reason: &str) -> InputError {
    InputError::Usage(format!("{reason}; {USAGE}"))
}
