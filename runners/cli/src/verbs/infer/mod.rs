//! `killrate infer`.

mod save;
mod show;
mod source;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_calls::{Caller, CallsError, Surroundings, saved};
use killrate_inference::{Function, InferError, Inference, infer};
use killrate_study::Scratch;

use crate::arguments::{ListFormat, Threads};
use crate::console::Console;
use crate::exit::Invalid;
use crate::surroundings::Workshop;

/// Infer relations of a numeric function from calls of it.
///
/// Nobody needs to know the right results: a relation such as `sin(x + π) = −sin(x)` says how results
/// hang together, and a fault breaks it. Relations are read from some hundred thousand calls, checked
/// on fresh ones, and listed with the domain on which they were seen to hold. They are ranked by the
/// faults they catch, which are seeded into the results.
///
///   killrate infer 'sin(x)' --crate libm@0.2.16
///   killrate infer ./my-crate --function distance
///   killrate infer --command './eval' --arguments 2
///
/// What is inferred is true of the function as it is, faults included: look at a relation before you
/// rely on it. docs/inference.md says what is searched for, and what to trust.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// A function of a crate, such as `sin(x)`, or the folder of a crate.
    what: Option<String>,
    /// The crate that has the function: a version of crates.io, such as `libm@0.2.16`, or a folder.
    #[arg(long = "crate", value_name = "CRATE")]
    package: Option<String>,
    /// The function, where the folder of a crate or a library is named.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// A program that reads lines of arguments and prints a line with the result of each.
    #[arg(long, value_name = "LINE", conflicts_with_all = ["what", "package"])]
    command: Option<String>,
    /// A shared library with a function `double f(const double *, int)`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["what", "package", "command"])]
    library: Option<PathBuf>,
    /// How many arguments the function of a program or a library takes.
    #[arg(long, value_name = "N", default_value_t = 1)]
    arguments: usize,
    /// The seed of the points on which the function is called.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// List relations that follow from others, too.
    #[arg(long)]
    all: bool,
    /// How to print the list.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// Write the smallest set as properties of the function, to a new file such as
    /// `subjects/NAME.checks`.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Infers and lists the relations of a function.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let source = source::of(options)?;
    // Outside a project nothing is kept.
    let temporary = tempfile::tempdir().context("cannot create a temporary folder")?;
    let scratch = match console.catalogue() {
        Ok(catalogue) => console.scratch(&catalogue),
        Err(_) => console.scratch_or(temporary.path()),
    };
    let woven = scratch.woven();
    let workshop = open(console, scratch, options)?;
    let (name, inference, kept) = workshop.with(|study| {
        let surroundings = Surroundings {
            executor: study.executor,
            stop: study.stop,
            on_event: &|_| {},
        };
        let callable = source.callable(options, &woven, surroundings)?;
        let mut caller = Caller::original(&callable, surroundings);
        let name = show::short_name(&callable.name);
        let inference = inferred(&name, &mut caller, options.seed)?;
        let kept = options.save.as_ref().map(|_| saved(&callable, &inference));
        let kept = kept
            .transpose()
            .map_err(|error| Invalid(error.to_string()))?;
        anyhow::Ok((name, inference, kept))
    })?;
    if let Some((path, kept)) = options.save.as_deref().zip(kept) {
        save::save(console, path, &kept)?;
    }
    console.print(&match options.format {
        ListFormat::Text => show::text(&name, &inference, options.all),
        ListFormat::Csv => show::csv(&inference, options.all),
        ListFormat::Json => show::json(&name, &inference, options.all)?,
    });
    Ok(ExitCode::SUCCESS)
}

fn open(console: &Console, scratch: Scratch, options: &Options) -> anyhow::Result<Workshop> {
    let executions = scratch.executions();
    Workshop::open_at(console, scratch, executions, &options.threads)
}

fn inferred(name: &str, function: &mut dyn Function, seed: u64) -> anyhow::Result<Inference> {
    infer(&[name], &mut [function], seed).map_err(|error| match error {
        // What went wrong with a call is told as if nothing lay between.
        InferError::Call(error) => match error.into_inner().downcast::<CallsError>() {
            Ok(error) => anyhow::Error::new(*error),
            Err(error) => anyhow::anyhow!(error),
        },
        InferError::Unsuitable(unsuitable) => anyhow::Error::new(unsuitable)
            .context(format!("no relation of `{name}` can be inferred")),
    })
}
