//! `killrate mt deploy`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_mt::{Call, Started, stand_in, test_call};

/// Stand in for a program in daily use, and test it in the background
///
/// Whoever types `killrate mt deploy rank.mt.toml -- scores.csv` gets the program of the manifest
/// with these arguments, at once and in this very process: its output, exit code and timing are its
/// own. Its properties are tested on copies of its input files by other processes, in sandboxes, at
/// the lowest priority. What they find goes to a spool, and from there to a command, as the table
/// `[deploy]` of the manifest says; the user sees nothing of it.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The manifest.
    spec: PathBuf,
    /// What the program gets.
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<OsString>,
    /// Tests the call that has started like this, instead.
    #[arg(long, hide = true, value_name = "STARTED")]
    tests_of: Option<Started>,
}

/// Stands in for a program; or, in the background, tests it.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let call = Call {
        manifest: &options.spec,
        arguments: &options.arguments,
    };
    let Some(started) = &options.tests_of else {
        // This process becomes the program, so it comes back only when that failed.
        let never = stand_in(call, |started| command(options, started))?;
        match never {}
    };
    let scratch = tempfile::tempdir().context("cannot create a temporary folder")?;
    test_call(call, started, scratch.path())?;
    Ok(ExitCode::SUCCESS)
}

/// The arguments of this program that test a call.
fn command(options: &Options, started: &Started) -> Vec<OsString> {
    let started = started.to_string();
    let mut words: Vec<OsString> = ["mt", "deploy", "--tests-of", &started]
        .map(OsString::from)
        .into();
    words.push(options.spec.clone().into());
    // What follows may look like options of this program.
    words.push("--".into());
    words.extend(options.arguments.iter().cloned());
    words
}
