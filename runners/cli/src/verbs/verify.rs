//! `killrate verify`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use killrate_study::{Design, Scratch, WeaveCheck, verify_weave};

use crate::arguments::Threads;
use crate::console::Console;
use crate::exit::DIFFERS;
use crate::surroundings::Workshop;

/// Run a record again and compare, or check a woven program against plain builds.
///
/// Checks that results can be trusted.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Run a study again, without anything kept from before, and compare with its record
    Record(RecordOptions),
    /// Compare a woven program with plain builds of its original and of some mutants
    Weave(WeaveOptions),
}

#[derive(Debug, Args)]
struct RecordOptions {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// The record to compare with; `records/STUDY` in the project when left out.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Debug, Args)]
struct WeaveOptions {
    /// The subject, as `killrate list subjects` names it.
    subject: String,
    /// How many mutants to build the traditional way, chosen by the seed.
    #[arg(long, value_name = "N", default_value_t = 5)]
    sample: usize,
    /// The seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

/// Verifies a record or a woven program.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    match &options.what {
        What::Record(options) => record(console, options),
        What::Weave(options) => weave(console, options),
    }
}

fn record(console: &Console, options: &RecordOptions) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let old = options
        .record
        .clone()
        .unwrap_or_else(|| catalogue.record_folder(&options.study));
    killrate_record::open(&old)?;
    let design = Design::resolve(&catalogue, &options.study)?;
    // A scratch folder of its own: nothing may be taken from the run that made the record.
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let scratch = Scratch::at(folder.path().join("scratch"));
    let executions = scratch.executions();
    let workshop = Workshop::open_at(console, scratch, executions, &options.threads)?;
    let record = workshop.with(|surroundings| killrate_study::run(&design, surroundings))?;
    let new = folder.path().join("record");
    killrate_record::write(&new, &record)?;
    let differences = killrate_record::compare(&old, &new)?;
    if differences.is_empty() {
        console.print(&format!(
            "the record of `{}` is reproduced\n",
            options.study
        ));
        return Ok(ExitCode::SUCCESS);
    }
    for difference in &differences {
        console.print(&format!("{difference}\n"));
    }
    console.print(&format!("{} differences\n", differences.len()));
    Ok(ExitCode::from(DIFFERS))
}

fn weave(console: &Console, options: &WeaveOptions) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let check = WeaveCheck {
        subject: options.subject.clone(),
        sample: options.sample,
        seed: options.seed,
    };
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let found = workshop.with(|surroundings| verify_weave(&catalogue, &check, surroundings))?;
    console.print(&format!(
        "{}: {} of {} runs of the woven original equal the plain build's\n",
        options.subject, found.n_equal_originals, found.n_originals
    ));
    console.print(&format!(
        "{}: {} of {} runs of {} mutants equal their traditional builds'\n",
        options.subject, found.n_equal_mutants, found.n_mutant_runs, found.n_mutants
    ));
    for difference in &found.differences {
        console.print(&format!("differs: {difference}\n"));
    }
    Ok(if found.differences.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(DIFFERS)
    })
}
