//! Testing a program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use killrate_executor::Executor;
use killrate_mt::{Finding, Found, Spec, Surroundings, test};
use killrate_study::Event;

use super::setup::prepare;
use super::{Options, counts, show};
use crate::arguments::ListFormat;
use crate::console::Console;
use crate::exit::{UNSOUND, VIOLATED};
use crate::progress::Progress;
use crate::surroundings::stop_on_signals;

/// Tests a program and prints the findings.
pub(super) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let setup = prepare(console, options)?;
    let keep = match &options.keep {
        Some(folder) => folder.clone(),
        None => default_keep(console).join(&setup.name),
    };
    // Nothing is known of a program that nobody built here, so what an earlier call saw is not taken
    // for what it does now.
    let scratch = tempfile::tempdir().context("cannot create a temporary folder")?;
    let executor = executor(console, options, &setup.spec, scratch.path())?;
    let progress = Progress::new(console);
    let findings = test(
        &setup.spec,
        &setup.data_sets,
        &keep,
        Surroundings {
            executor: &executor,
            stop: &*stop_on_signals()?,
            on_event: &|event| progress.show(&Event::Execution(event)),
        },
    );
    progress.clear();
    let findings = findings?;
    let given = &setup.given;
    let n_seeds = setup.spec.transform_seeds.len();
    let is_sweep = (!options.seed.is_empty() && n_seeds > 1) || given.len() > 1;
    match options.format {
        ListFormat::Csv if options.counts => {
            console.print_data(counts::table(ListFormat::Csv, &findings)?.as_bytes());
        }
        format if options.counts => console.print(&counts::table(format, &findings)?),
        ListFormat::Text => console.print_painted(|is_coloured| {
            if is_sweep {
                show::sweep(is_coloured, options, given, &findings)
            } else {
                show::text(is_coloured, options, given, &findings)
            }
        }),
        ListFormat::Csv => console.print_data(show::csv(options, given, &findings).as_bytes()),
        ListFormat::Json => console.print(&show::json(options, given, &findings)?),
    }
    Ok(exit_code(&findings))
}

fn executor(
    console: &Console,
    options: &Options,
    spec: &Spec,
    scratch: &Path,
) -> anyhow::Result<Executor> {
    let executor = spec.executor(scratch.to_owned(), options.threads.number())?;
    if spec.sandbox
        && let Some(caveat) = executor.caveat()
    {
        console.note(&format!(
            "warning: this system allows no full sandbox; programs run in tier `{}`: {caveat}",
            executor.tier()
        ));
    }
    Ok(executor)
}

/// Where runs are kept unless another place is named.
fn default_keep(console: &Console) -> PathBuf {
    match console.catalogue() {
        Ok(catalogue) => console.scratch(&catalogue).kept(),
        Err(_) => PathBuf::from("killrate-mt"),
    }
}

/// A violation first; then whether anything was judged at all.
fn exit_code(findings: &[Finding]) -> ExitCode {
    let any = |is_such: fn(&Found) -> bool| findings.iter().any(|one| is_such(&one.found));
    let is_judged = any(|found| matches!(found, Found::Holds | Found::HoldsByTolerance));
    // What a placebo breaks is no property of the task, so that it holds says nothing.
    let is_open = any(|found| matches!(found, Found::Inconclusive { .. } | Found::Unsound { .. }));
    // A violation is an answer, even where other questions stay open.
    if any(|found| matches!(found, Found::Violated { .. })) {
        ExitCode::from(VIOLATED)
    } else if is_open || !is_judged {
        // Where nothing was judged there is nothing that holds, and that is no success.
        ExitCode::from(UNSOUND)
    } else {
        ExitCode::SUCCESS
    }
}
