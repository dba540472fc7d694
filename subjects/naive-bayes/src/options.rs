//! The command line.

use crate::defects::Defects;
use crate::error::InputError;

const USAGE: &str = "usage: naive-bayes --train FILE --update FILE --test FILE --model FILE \
                     --predictions FILE --confidence FILE [--defect stale-estimates] \
                     [--defect normalized-by-share]";

/// What one run reads and writes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The labelled examples to learn from.
    pub train: String,
    /// The labelled examples to update the model with.
    pub update: String,
    /// The examples to label.
    pub test: String,
    /// Where the model goes.
    pub model: String,
    /// Where the predicted labels go.
    pub predictions: String,
    /// Where it goes how sure they are.
    pub confidence: String,
    /// What was switched on.
    pub defects: Defects,
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
            "--train" => &mut options.train,
            "--update" => &mut options.update,
            "--test" => &mut options.test,
            "--model" => &mut options.model,
            "--predictions" => &mut options.predictions,
            "--confidence" => &mut options.confidence,
            "--defect" => {
                match value.as_str() {
                    "stale-estimates" => options.defects.has_stale_estimates = true,
                    "normalized-by-share" => options.defects.normalizes_by_share = true,
                    _ => return Err(refused(&format!("there is no defect `{value}`"))),
                }
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
        ("--train", &options.train),
        ("--update", &options.update),
        ("--test", &options.test),
        ("--model", &options.model),
        ("--predictions", &options.predictions),
        ("--confidence", &options.confidence),
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
