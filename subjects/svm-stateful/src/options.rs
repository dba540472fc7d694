//! The command line.

use crate::error::InputError;

const USAGE: &str =
    "usage: svm-stateful --train FILE --test FILE --model FILE --predictions FILE [--normalize]";

/// What one run reads and writes.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// The labelled examples to learn from.
    pub train: String,
    /// The examples to label.
    pub test: String,
    /// Where the weights go.
    pub model: String,
    /// Where the predicted labels go.
    pub predictions: String,
    /// Whether to scale every attribute to the range from 0 to 1.
    pub is_normalized: bool,
}

/// Reads the arguments that follow the program's name.
pub fn parse_options(arguments: &[String]) -> Result<Options, InputError> {
    let mut train = None;
    let mut test = None;
    let mut model = None;
    let mut predictions = None;
    let mut is_normalized = false;
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let slot = match flag.as_str() {
            "--train" => &mut train,
            "--test" => &mut test,
            "--model" => &mut model,
            "--predictions" => &mut predictions,
            "--normalize" => {
                is_normalized = true;
                continue;
            }
            _ => {
                return Err(InputError::Usage(format!(
                    "there is no flag `{flag}`; {USAGE}"
                )));
            }
        };
        let Some(file) = rest.next() else {
            return Err(InputError::Usage(format!(
                "`{flag}` names no file; {USAGE}"
            )));
        };
        if slot.is_some() {
            return Err(InputError::Usage(format!(
                "`{flag}` is given twice; {USAGE}"
            )));
        }
        *slot = Some(file.clone());
    }
    Ok(Options {
        train: require(train, "--train")?,
        test: require(test, "--test")?,
        model: require(model, "--model")?,
        predictions: require(predictions, "--predictions")?,
        is_normalized,
    })
}

fn require(file: Option<String>, flag: &str) -> Result<String, InputError> {
    file.ok_or_else(|| InputError::Usage(format!("`{flag}` is missing; {USAGE}")))
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

    #[test]
    fn flags_come_in_any_order() {
        let expected = Options {
            train: "a".to_owned(),
            test: "b".to_owned(),
            model: "c".to_owned(),
            predictions: "d".to_owned(),
            is_normalized: true,
        };
        let line = "--normalize --test b --train a --predictions d --model c";
        assert_eq!(parse(line), Ok(expected));
    }

    #[test]
    fn an_unknown_flag_is_refused() {
        check_refused("--kernel", "there is no flag `--kernel`");
    }

    #[test]
    fn a_flag_without_a_file_is_refused() {
        check_refused("--train", "`--train` names no file");
    }

    #[test]
    fn a_repeated_flag_is_refused() {
        check_refused("--train a --train b", "`--train` is given twice");
    }

    #[test]
    fn a_missing_flag_is_named() {
        check_refused("--train a --test b --model c", "`--predictions` is missing");
    }
}
