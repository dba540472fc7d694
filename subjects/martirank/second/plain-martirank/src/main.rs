//! A short MartiRank, called like the subject martirank.
//!
//! Written from section 2.5.2 of Murphy's thesis (2010), quoted below where it decides something.

mod data;
mod model;

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use data::Table;
use model::Model;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let train = Table::parse(&fs::read_to_string(file("--train")?)?)?;
    let test = Table::parse(&fs::read_to_string(file("--test")?)?)?;
    let model = Model::train(&train)?;
    let ranking: String = model
        .rank(&test)?
        .into_iter()
        .map(|row| format!("{row}\n"))
        .collect();
    fs::write(file("--model")?, model.to_string())?;
    fs::write(file("--ranking")?, ranking)?;
    Ok(())
}

/// The file that follows a flag on the command line.
fn file(flag: &str) -> Result<String, String> {
    std::env::args()
        .skip_while(|argument| argument != flag)
        .nth(1)
        .ok_or_else(|| format!("{flag} FILE is missing"))
}
