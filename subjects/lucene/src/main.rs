//! Searches documents and writes what was found.

use lucene::default_similarity::DefaultSimilarity;
use lucene::documents::{read_corpus, read_folder};
use lucene::error::InputError;
use lucene::index::Index;
use lucene::options::{Options, parse_options};
use lucene::queries::read_queries;
use lucene::render::{Answer, render_hits, render_order, render_scores};
use lucene::searcher::search;
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
    let documents = match (&options.folder, &options.corpus) {
        (Some(folder), _) => read_folder(folder)?,
        (None, Some(corpus)) => read_corpus(corpus)?,
        (None, None) => Vec::new(),
    };
    let queries = read_queries(&options.queries)?;
    let index = Index::of(&documents, DefaultSimilarity);
    let mut answers = Vec::new();
    for named in queries {
        let hits = match named.query {
            Some(query) => search(query, &index, DefaultSimilarity),
            None => Vec::new(),
        };
        answers.push(Answer { id: named.id, hits });
    }
    let hits = render_hits(&answers, &documents);
    if let Some(path) = &options.hits {
        write(path, &hits)?;
    }
    if let Some(path) = &options.order {
        write(path, &render_order(&answers, &documents))?;
    }
    if let Some(path) = &options.scores {
        write(path, &render_scores(&answers, &documents))?;
    }
    if options.hits.is_none() && options.order.is_none() && options.scores.is_none() {
        print(&hits)?;
    }
    Ok(())
}

fn print(text: &str) -> Result<(), InputError> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes());
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
