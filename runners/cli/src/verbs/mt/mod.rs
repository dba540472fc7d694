//! `killrate mt`.

mod chains;
mod convert;
mod counts;
mod deploy;
mod replay;
mod seeds;
mod setup;
mod show;
mod test;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::arguments::{ListFormat, Threads};
use crate::console::Console;

/// Test any program by properties: how its output must follow when its input changes.
///
/// Runs the program on data as they are and on data that the properties transform, and compares the
/// outputs. Nothing is mutated, and the program may be written in any language. For each property and
/// data set you see whether it holds, is violated, holds only thanks to a tolerance, or does not
/// apply; of whatever needs a look both runs are kept, with a command that repeats them.
///
/// A property is one line, such as `if permute(rows) then equal(output)`; `killrate list transforms`,
/// `relations`, `formats` and `extractors` show what it can be made of. Give properties in a manifest
/// (`rank.mt.toml`), in a descriptor of the papers (`rank.xml`), in a text file of lines, or right here:
///
///   killrate mt --command './rank {rows}' --input rows=scores.csv \
///       --property 'if permute(rows) then equal(output)'
///
/// With --rounds, chains of properties are tried: tests are made of tests, and each is compared with the
/// one that it was made of, which finds faults that no property finds alone.
///
/// The program runs in a folder of its own, where `{rows}` is a copy of the file. Exit codes: 0 all
/// hold, 6 a property is violated, 4 no judgement was possible, 3 a manifest, property or input cannot
/// be used.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    tested: Tested,
    /// A data set of the manifest or of the project; all of the manifest when left out.
    #[arg(long, value_name = "NAME")]
    data: Vec<String>,
    /// Only the properties of these names.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// The seeds of transforms that make random choices, instead of the manifest's: `7`, `1..20`.
    #[arg(long, alias = "seeds", value_name = "N")]
    seed: Vec<seeds::Seeds>,
    #[command(flatten)]
    chains: chains::Chains,
    /// Counts for each property in place of findings; after them where several seeds, or several
    /// files of an input, are given.
    #[arg(long)]
    counts: bool,
    /// Where to keep the runs that need a look; `target/killrate/mt` in a project and `killrate-mt`
    /// elsewhere when left out.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// One run after the other.
    #[arg(long)]
    sequential: bool,
    /// Without the sandbox: a process group and limits only, to look for the cause of a failure.
    #[arg(long)]
    no_sandbox: bool,
    /// How to print the findings.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    #[command(flatten)]
    threads: Threads,
}

/// What is tested, wherever that is said.
#[derive(Debug, Args)]
struct Tested {
    /// The manifest, a descriptor (`.xml`), or a text file with a property on each line.
    spec: Option<PathBuf>,
    /// The program and its arguments; `{NAME}` stands for an input or output file.
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// A second program for the same inputs, whose outputs are compared with the first one's.
    #[arg(long, value_name = "COMMAND")]
    other: Option<String>,
    /// How outputs of the two programs must relate, such as `close(output, 1%)`; all must be equal
    /// when left out.
    #[arg(long, value_name = "RELATION")]
    relation: Vec<String>,
    /// A file that every run finds in its folder; scripts in the command are there anyway.
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// A property, besides those of the manifest.
    #[arg(long, value_name = "PROPERTY")]
    property: Vec<String>,
    /// The file of an input, or several with `,` between them; formats are told by names unless
    /// `--as` tells them.
    #[arg(long, value_name = "NAME=FILE")]
    input: Vec<String>,
    /// A number among the program's arguments, which properties can change; `{NAME}` stands for it
    /// in the command.
    #[arg(long, value_name = "NAME=VALUE")]
    number: Vec<String>,
    /// An output file that the program writes.
    #[arg(long, value_name = "NAME")]
    output: Vec<String>,
    /// The format of an input or output.
    #[arg(long = "as", value_name = "NAME=FORMAT")]
    formats: Vec<String>,
    /// The column of an input that holds the label, which transforms leave alone.
    #[arg(long, value_name = "NAME=COLUMN")]
    label: Vec<String>,
}

/// What to do other than test a program.
#[derive(Debug, Subcommand)]
enum Action {
    Convert(convert::Options),
    Deploy(deploy::Options),
}

/// Tests a program, or does what else was asked.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    match &options.action {
        None => test::run(console, options),
        Some(Action::Convert(options)) => convert::run(console, options),
        Some(Action::Deploy(options)) => deploy::run(options),
    }
}
