//! The command line.

use crate::error::InputError;

const USAGE: &str = "usage: lucene (--folder FOLDER | --corpus FILE) --queries FILE \
                     [--hits FILE] [--order FILE] [--scores FILE]";

/// What one run reads and writes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// A folder of text files, each of them a document.
    pub folder: Option<String>,
    /// A file with a document in every line.
    pub corpus: Option<String>,
    /// What is asked.
    pub queries: String,
    /// Where the hits go; to standard output where no output is named.
    pub hits: Option<String>,
    /// Where the order of the hits goes, ties told.
    pub order: Option<String>,
    /// Where the scores by document go.
    pub scores: Option<String>,
}

/// Reads the arguments that follow the program's name.
pub fn parse_options(arguments: &[String]) -> Result<Options, InputError> {
    let mut options = Options::default();
    let mut queries = None;
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let slot = match flag.as_str() {
            "--folder" => &mut options.folder,
            "--corpus" => &mut options.corpus,
            "--queries" => &mut queries,
            "--hits" => &mut options.hits,
            "--order" => &mut options.order,
            "--scores" => &mut options.scores,
            _ => return Err(refused(&format!("there is no flag `{flag}`"))),
        };
        let Some(value) = rest.next() else {
            return Err(refused(&format!("`{flag}` has no value")));
        };
        if slot.replace(value.clone()).is_some() {
            return Err(refused(&format!("`{flag}` comes twice")));
        }
    }
    let Some(queries) = queries else {
        return Err(refused("`--queries` is missing"));
    };
    options.queries = queries;
    if options.folder.is_some() == options.corpus.is_some() {
        return Err(refused("one of `--folder` and `--corpus` is needed"));
    }
    Ok(options)
}

fn refused(reason: &str) -> InputError {
    InputError::Usage(format!("{reason}; {USAGE}"))
}
