//! The command line.

use crate::parameters::{Parameters, Values};
use crate::sets::Scale;
use std::str::FromStr;

const USAGE: &str = "usage: generate-martirank tenth --into FOLDER, or full --into FOLDER, \
                     or table --name NAME --into FOLDER --train-rows N --test-rows N \
                     --attributes N --informative N --correlation SHARE --positives SHARE \
                     --values distinct|N --missing SHARE --lowest N --seed N";

/// What one run writes, and where.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// What is made.
    pub job: Job,
    /// The folder that exists and gets the files.
    pub folder: String,
}

/// What is made.
#[derive(Debug, PartialEq)]
pub enum Job {
    /// The ten sets of the thesis.
    Sets(Scale),
    /// One set of any kind.
    Table {
        /// How its files begin.
        name: String,
        /// What it is like.
        parameters: Parameters,
    },
}

/// Reads the arguments that follow the program's name, or says why it cannot.
pub fn parse_options(arguments: &[String]) -> Result<Options, String> {
    let Some((verb, rest)) = arguments.split_first() else {
        return Err(format!("there is nothing to do; {USAGE}"));
    };
    let mut flags = Flags::read(rest)?;
    let job = match verb.as_str() {
        "tenth" => Job::Sets(Scale::Tenth),
        "full" => Job::Sets(Scale::Full),
        "table" => take_table(&mut flags)?,
        _ => return Err(format!("there is no verb `{verb}`; {USAGE}")),
    };
    // Manifests tell how a file is made, wherever it is; hence the folder may come after it.
    let folder = flags.take("--into")?;
    match flags.given.first() {
        None => Ok(Options { job, folder }),
        Some((flag, _)) => Err(format!("there is no flag `{flag}` here; {USAGE}")),
    }
}

fn take_table(flags: &mut Flags) -> Result<Job, String> {
    let parameters = Parameters {
        n_train: flags.take_number("--train-rows")?,
        n_test: flags.take_number("--test-rows")?,
        n_attributes: flags.take_number("--attributes")?,
        n_informative: flags.take_number("--informative")?,
        correlation: flags.take_number("--correlation")?,
        positives: flags.take_number("--positives")?,
        values: match flags.take("--values")?.as_str() {
            "distinct" => Values::Distinct,
            n_values => Values::Repeating(parse("--values", n_values)?),
        },
        missing: flags.take_number("--missing")?,
        lowest: flags.take_number("--lowest")?,
        seed: flags.take_number("--seed")?,
    };
    parameters
        .check()
        .map_err(|reason| format!("{reason}; change the flags"))?;
    Ok(Job::Table {
        name: flags.take("--name")?,
        parameters,
    })
}

/// Flags that nothing has asked for yet, with their values.
struct Flags {
    given: Vec<(String, String)>,
}

impl Flags {
    fn read(arguments: &[String]) -> Result<Flags, String> {
        let mut given: Vec<(String, String)> = Vec::new();
        let mut rest = arguments.iter();
        while let Some(flag) = rest.next() {
            let Some(value) = rest.next() else {
                return Err(format!("`{flag}` has no value; {USAGE}"));
            };
            if given.iter().any(|(other, _)| other == flag) {
                return Err(format!("`{flag}` is given twice; {USAGE}"));
            }
            given.push((flag.clone(), value.clone()));
        }
        Ok(Flags { given })
    }

    fn take(&mut self, name: &str) -> Result<String, String> {
        match self.given.iter().position(|(flag, _)| flag == name) {
            Some(place) => Ok(self.given.remove(place).1),
            None => Err(format!("`{name}` is missing; {USAGE}")),
        }
    }

    fn take_number<T: FromStr>(&mut self, name: &str) -> Result<T, String> {
        parse(name, &self.take(name)?)
    }
}

fn parse<T: FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("`{name}` cannot be `{text}`; {USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::tests::plain;

    fn parse_line(line: &str) -> Result<Options, String> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse_options(&arguments)
    }

    #[track_caller]
    fn check_refused(line: &str, reason: &str) {
        assert_eq!(parse_line(line), Err(format!("{reason}; {USAGE}")));
    }

    #[test]
    fn the_flags_of_parameters_lead_back_to_them() {
        let mut parameters = plain();
        parameters.lowest = -7;
        parameters.values = Values::Repeating(3);
        let line = format!("table {} --name small --into here", parameters.flags());
        let expected = Options {
            job: Job::Table {
                name: "small".to_owned(),
                parameters,
            },
            folder: "here".to_owned(),
        };
        assert_eq!(parse_line(&line), Ok(expected));
    }

    #[test]
    fn the_ten_sets_come_in_two_scales() {
        let expected = Options {
            job: Job::Sets(Scale::Full),
            folder: "here".to_owned(),
        };
        assert_eq!(parse_line("full --into here"), Ok(expected));
        let job = parse_line("tenth --into here").map(|options| options.job);
        assert_eq!(job, Ok(Job::Sets(Scale::Tenth)));
    }

    #[test]
    fn what_is_wrong_is_named() {
        check_refused("", "there is nothing to do");
        check_refused("half --into here", "there is no verb `half`");
        check_refused("full", "`--into` is missing");
        check_refused("full --into", "`--into` has no value");
        check_refused("full --into a --into b", "`--into` is given twice");
        check_refused("full --into a --seed 1", "there is no flag `--seed` here");
        check_refused("table --train-rows -3", "`--train-rows` cannot be `-3`");
    }

    #[test]
    fn impossible_parameters_are_refused() {
        let mut parameters = plain();
        parameters.missing = 2.0;
        let line = format!("table {} --name small --into here", parameters.flags());
        let reason = "the share of missing values is not between 0 and 1; change the flags";
        assert_eq!(parse_line(&line), Err(reason.to_owned()));
    }
}
