//! `killrate diff`.

use std::process::ExitCode;

use clap::Args;
use killrate_analysis::Policy;

use crate::console::Console;
use crate::exit::DIFFERS;
use crate::records;
use crate::tables::{self, TableFormat};

/// Tell what changed between two records; exit code 5 when something did.
///
/// Compares two records row by row, and what they come to: which mutants, cases and verdicts are
/// new, gone or otherwise, which mutants a technique lost or gained, and whether its kill rate moved
/// by more than chance (exact McNemar on the mutants that both records have, Holm-corrected).
///
/// The exit code is 0 when the records say the same and 5 when they do not. What they took, and how
/// they were made, may differ: another version of killrate or of a subject with the same verdicts is
/// no difference.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The record from before: a study, or the folder of a record.
    first: String,
    /// The record to compare with it.
    second: String,
    /// What counts as a kill: thesis or strict.
    #[arg(long, value_name = "NAME", default_value = "thesis")]
    policy: String,
    /// List every verdict that changed, too.
    #[arg(long)]
    verdicts: bool,
    /// How to print.
    #[arg(long, default_value = "text")]
    format: TableFormat,
}

/// Compares two records.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let policy = Policy::named(&options.policy)?;
    let first = records::find(console, &options.first)?;
    let second = records::find(console, &options.second)?;
    let diff = killrate_analysis::diff(&first, &second, policy, options.verdicts)?;
    tables::print(console, &diff.report, options.format);
    Ok(match diff.n_differences {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(DIFFERS),
    })
}
