//! `killrate export`.

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use killrate_catalogue::Catalogue;
use killrate_export::{ElementsOptions, Sources, mutation_testing_elements};
use killrate_record::{Record, to_json_lines};

use crate::console::Console;
use crate::exit::Invalid;
use crate::records;

/// Print a record in a format of other tools.
///
/// `jsonl` is every fact of the record, one JSON object per line, with the columns that its README
/// explains. `mutation-testing-elements` is the report schema that the web component of that name
/// and its dashboards show: every judgement is a test, every killer is named, and a mutant
/// that only ever does not end is a timeout. What kills is what the policy `strict` counts, whatever
/// the study's policy is: `killrate report --policy strict` has the same kills. Judgements of `reference` are left out of it unless they
/// are asked for by name: it has the original as its oracle.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study whose record to read, or the folder of a record.
    record: String,
    /// The format.
    #[arg(long)]
    format: ExportFormat,
    /// For mutation-testing-elements: count only this technique's judgements; may be repeated.
    #[arg(long = "technique", value_name = "NAME")]
    techniques: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    Jsonl,
    MutationTestingElements,
}

/// Prints a record.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let record = killrate_record::read(&records::find(console, &options.record)?)?;
    let text = match options.format {
        ExportFormat::Jsonl if !options.techniques.is_empty() => {
            let problem = "jsonl is the whole record; leave --technique out";
            return Err(Invalid(problem.to_owned()).into());
        }
        ExportFormat::Jsonl => to_json_lines(&record),
        ExportFormat::MutationTestingElements => {
            let sources = sources(console, &record)?;
            let elements = ElementsOptions {
                techniques: options.techniques.clone(),
            };
            mutation_testing_elements(&record, &sources, &elements)
                .map_err(|error| Invalid(error.to_string()))?
        }
    };
    console.print(&text);
    Ok(ExitCode::SUCCESS)
}

/// The sources of the record's subjects as the project has them now.
fn sources(console: &Console, record: &Record) -> anyhow::Result<Sources> {
    let catalogue: Catalogue = console.catalogue()?;
    let mut sources = Sources::new();
    for subject in record.provenance.subjects.keys() {
        let (manifest, folder) = catalogue.subject(subject.as_str())?;
        let scratch = console.scratch(&catalogue).woven();
        // No class is named, because nothing is woven: only the files are wanted.
        let options = manifest.weave_options(&folder, BTreeSet::new(), scratch);
        for (path, text) in killrate_mutator::sources(&options)? {
            sources.insert((subject.clone(), path), text);
        }
    }
    Ok(sources)
}
