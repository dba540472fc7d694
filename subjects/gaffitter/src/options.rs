//! The command line.

use crate::error::InputError;
use crate::evolve::Settings;

const USAGE: &str = "usage: gaffitter --items FILE --target BYTES [--chosen FILE] \
                     [--used FILE] [--summary FILE] [--history FILE] [--generations N] [--candidates N] [--crossover PROBABILITY] \
                     [--mutation PROBABILITY] [--seed N]";

/// What one run reads and writes.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The files there are to choose from.
    pub items: String,
    /// How much there is room for.
    pub target: u64,
    /// Where the names of the chosen files go; to standard output when left out.
    pub chosen: Option<String>,
    /// Where the number of bytes goes that they take.
    pub used: Option<String>,
    /// Where it goes how much of the volume is used and wasted.
    pub summary: Option<String>,
    /// Where it goes how good the generations were.
    pub history: Option<String>,
    /// How the algorithm goes on.
    pub settings: Settings,
}

/// What holds where the command line does not say anything else.
pub const DEFAULTS: Settings = Settings {
    n_generations: 1000,
    n_candidates: 100,
    crossover_probability: 0.5,
    mutation_probability: 0.9,
    seed: 0,
};

/// Reads the arguments that follow the program's name.
pub fn parse_options(arguments: &[String]) -> Result<Options, InputError> {
    let mut settings = DEFAULTS;
    let (mut items, mut target) = (None, None);
    let (mut chosen, mut used) = (None, None);
    let (mut summary, mut history) = (None, None);
    let mut seen: Vec<&str> = Vec::new();
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let flag = flag.as_str();
        let Some(value) = rest.next() else {
            return Err(refused(&format!("`{flag}` has no value")));
        };
        match flag {
            "--items" => items = Some(value.clone()),
            "--target" => target = Some(number(flag, value)?),
            "--chosen" => chosen = Some(value.clone()),
            "--used" => used = Some(value.clone()),
            "--summary" => summary = Some(value.clone()),
            "--history" => history = Some(value.clone()),
            "--generations" => settings.n_generations = number(flag, value)?,
            "--candidates" => settings.n_candidates = number(flag, value)?,
            "--crossover" => settings.crossover_probability = probability(flag, value)?,
            "--mutation" => settings.mutation_probability = probability(flag, value)?,
            "--seed" => settings.seed = number(flag, value)?,
            _ => return Err(refused(&format!("there is no flag `{flag}`"))),
        }
        if seen.contains(&flag) {
            return Err(refused(&format!("`{flag}` comes twice")));
        }
        seen.push(flag);
    }
    let Some(items) = items else {
        return Err(refused("`--items` is missing"));
    };
    let Some(target) = target else {
        return Err(refused("`--target` is missing"));
    };
    Ok(Options {
        items,
        target,
        chosen,
        used,
        summary,
        history,
        settings,
    })
}

fn number<T: std::str::FromStr>(flag: &str, value: &str) -> Result<T, InputError> {
    let refusal = |_| refused(&format!("`{value}` of `{flag}` is no whole number"));
    value.parse().map_err(refusal)
}

fn probability(flag: &str, value: &str) -> Result<f64, InputError> {
    match value.parse() {
        Ok(probability) if (0.0..=1.0).contains(&probability) => Ok(probability),
        _ => Err(refused(&format!(
            "`{value}` of `{flag}` is no probability between 0 and 1"
        ))),
    }
}

fn refused(reason: &str) -> InputError {
    InputError::Usage(format!("{reason}; {USAGE}"))
}
