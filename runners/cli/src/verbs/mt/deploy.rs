//! `killrate mt deploy`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_executor::outside;
use killrate_mt::{Call, stand_in, test_call};

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
    /// Tests the call that runs in this process, instead.
    #[arg(long, hide = true, value_name = "PROCESS")]
    tests_of: Option<u32>,
    /// Has left its terminal and files behind already.
    #[arg(long, hide = true, requires = "tests_of")]
    in_background: bool,
}

/// Stands in for a program; or, in the background, tests it.
pub(super) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let call = Call {
        manifest: &options.spec,
        arguments: &options.arguments,
    };
    let Some(main) = options.tests_of else {
        let never = stand_in(call, |main| command(options, main, &[]))?;
        match never {}
    };
    if !options.in_background {
        let again = command(options, main, &["--in-background"]);
        return Err(outside::become_background(&again)).context("cannot go to the background");
    }
    let scratch = tempfile::tempdir().context("cannot create a temporary folder")?;
    test_call(call, main, scratch.path())?;
    Ok(ExitCode::SUCCESS)
}

/// The arguments of this program that test the call in a process.
fn command(options: &Options, main: u32, flags: &[&str]) -> Vec<OsString> {
    let main = main.to_string();
    let mut words: Vec<OsString> = ["mt", "deploy", "--tests-of", &main]
        .iter()
        .chain(flags)
        .map(OsString::from)
        .collect();
    words.push(options.spec.clone().into());
    words.push("--".into());
    words.extend(options.arguments.iter().cloned());
    words
}
