//! The command line.

use crate::error::InputError;

const USAGE: &str = "usage: martirank-stateful --train FILE --test FILE --model FILE --ranking FILE \
                     [--rounds N] [--seed N]; or `martirank-stateful train` without `--test` and \
                     `--ranking`; or `martirank-stateful rank` without `--train` and `--rounds`";

/// How many rounds are trained unless told: the fewest that the thesis calls typical.
const N_ROUNDS: u64 = 4;

/// What one run reads and writes.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// The phases to run.
    pub phases: Phases,
    /// Where the model goes, or where it is when nothing is trained.
    pub model: String,
    /// Where missing values go; without it there may be none.
    pub seed: Option<u64>,
}

/// Training, ranking, or one after the other.
#[derive(Debug, PartialEq, Eq)]
pub enum Phases {
    /// Only a model is made.
    Train(Training),
    /// Only a model that exists is used.
    Rank(Ranking),
    /// A model is made and used.
    Both(Training, Ranking),
}

/// What the training phase needs.
#[derive(Debug, PartialEq, Eq)]
pub struct Training {
    /// The labelled examples to learn from.
    pub train: String,
    /// How many rounds to train at most.
    pub n_rounds: usize,
}

/// What the ranking phase needs.
#[derive(Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The examples to rank.
    pub test: String,
    /// Where the ranking goes.
    pub ranking: String,
}

/// Reads the arguments that follow the program's name.
pub fn parse_options(arguments: &[String]) -> Result<Options, InputError> {
    let (verb, arguments) = match arguments.split_first() {
        Some((verb, rest)) if verb == "train" || verb == "rank" => (verb.as_str(), rest),
        _ => ("", arguments),
    };
    let mut flags = Flags::read(arguments)?;
    let options = Options {
        model: flags.take_file("--model")?,
        seed: flags.take_number("--seed")?,
        phases: match verb {
            "train" => Phases::Train(take_training(&mut flags)?),
            "rank" => Phases::Rank(take_ranking(&mut flags)?),
            _ => Phases::Both(take_training(&mut flags)?, take_ranking(&mut flags)?),
        },
    };
    match flags.given.first() {
        None => Ok(options),
        Some((flag, _)) => Err(refused(&format!("there is no flag `{flag}` here"))),
    }
}

fn take_training(flags: &mut Flags) -> Result<Training, InputError> {
    let train = flags.take_file("--train")?;
    let n_rounds = flags.take_number("--rounds")?.unwrap_or(N_ROUNDS);
    if n_rounds == 0 {
        return Err(refused("`--rounds` is 0, but a model has a round"));
    }
    Ok(Training {
        train,
        // More rounds than memory could hold are never reached.
        n_rounds: usize::try_from(n_rounds).unwrap_or(usize::MAX),
    })
}

fn take_ranking(flags: &mut Flags) -> Result<Ranking, InputError> {
    Ok(Ranking {
        test: flags.take_file("--test")?,
        ranking: flags.take_file("--ranking")?,
    })
}

/// Flags that nothing has asked for yet, with their values.
struct Flags {
    given: Vec<(String, String)>,
}

impl Flags {
    fn read(arguments: &[String]) -> Result<Flags, InputError> {
        let mut given: Vec<(String, String)> = Vec::new();
        let mut rest = arguments.iter();
        while let Some(flag) = rest.next() {
            if !flag.starts_with("--") {
                return Err(refused(&format!("`{flag}` is no flag")));
            }
            let Some(value) = rest.next() else {
                return Err(refused(&format!("`{flag}` has no value")));
            };
            for (other, _) in &given {
                if other == flag {
                    return Err(refused(&format!("`{flag}` is given twice")));
                }
            }
            given.push((flag.clone(), value.clone()));
        }
        Ok(Flags { given })
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let place = self.given.iter().position(|(flag, _)| flag == name)?;
        Some(self.given.remove(place).1)
    }

    fn take_file(&mut self, name: &str) -> Result<String, InputError> {
        self.take(name)
            .ok_or_else(|| refused(&format!("`{name}` is missing")))
    }

    fn take_number(&mut self, name: &str) -> Result<Option<u64>, InputError> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        match value.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(refused(&format!(
                "`{name}` is `{value}` and not a whole number"
            ))),
        }
    }
}

fn refused(reason: &str) -> InputError {
    InputError::Usage(format!("{reason}; {USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse_options(&arguments).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn check_refused(line: &str, reason: &str) {
        let message = format!("cannot start\n  because {reason}; {USAGE}");
        assert_eq!(parse(line), Err(message));
    }

    fn training(n_rounds: usize) -> Training {
        Training {
            train: "a".to_owned(),
            n_rounds,
        }
    }

    fn ranking() -> Ranking {
        Ranking {
            test: "b".to_owned(),
            ranking: "d".to_owned(),
        }
    }

    #[test]
    fn flags_come_in_any_order() {
        let expected = Options {
            phases: Phases::Both(training(7), ranking()),
            model: "c".to_owned(),
            seed: Some(3),
        };
        let line = "--rounds 7 --test b --train a --seed 3 --ranking d --model c";
        assert_eq!(parse(line), Ok(expected));
    }

    #[test]
    fn four_rounds_and_no_seed_are_the_default() {
        let expected = Options {
            phases: Phases::Both(training(4), ranking()),
            model: "c".to_owned(),
            seed: None,
        };
        let line = "--test b --train a --ranking d --model c";
        assert_eq!(parse(line), Ok(expected));
    }

    #[test]
    fn phases_run_alone() {
        let train = parse("train --train a --model c").map(|options| options.phases);
        assert_eq!(train, Ok(Phases::Train(training(4))));
        let rank = parse("rank --test b --model c --ranking d").map(|options| options.phases);
        assert_eq!(rank, Ok(Phases::Rank(ranking())));
    }

    #[test]
    fn a_flag_of_the_other_phase_is_refused() {
        check_refused(
            "train --train a --model c --test b",
            "there is no flag `--test` here",
        );
        check_refused(
            "rank --test b --model c --ranking d --rounds 2",
            "there is no flag `--rounds` here",
        );
    }

    #[test]
    fn an_unknown_word_is_refused() {
        check_refused("learn --train a", "`learn` is no flag");
    }

    #[test]
    fn a_flag_without_a_value_is_refused() {
        check_refused("--train", "`--train` has no value");
    }

    #[test]
    fn a_repeated_flag_is_refused() {
        check_refused("--train a --train b", "`--train` is given twice");
    }

    #[test]
    fn a_missing_flag_is_named() {
        check_refused("--train a --test b --model c", "`--ranking` is missing");
    }

    #[test]
    fn a_number_must_be_one() {
        check_refused(
            "train --train a --model c --seed x",
            "`--seed` is `x` and not a whole number",
        );
        check_refused(
            "train --train a --model c --rounds 0",
            "`--rounds` is 0, but a model has a round",
        );
    }
}
