//! `killrate diff`.

use std::process::ExitCode;

use clap::Args;
use killrate_reproduction::papers;

use crate::console::Console;
use crate::exit::DIFFERS;
use crate::tables::{self, TableFormat};
use crate::{policies, records};

/// Tell what changed between two records; exit code 5 when something did.
///
/// Compares two records row by row, and what they come to: which mutants, cases and verdicts are
/// new, gone or otherwise, what data sets reach, which mutants a technique lost or gained, and whether
/// its kill rate moved by more than chance (exact McNemar on the mutants that both records have,
/// Holm-corrected; floor and ceiling are not tested).
///
/// The exit code is 0 when the records say the same and 5 when a fact or a rate differs. Not compared
/// are what the records took, how they were made, the text of evidence, and where in its file a mutant
/// stands: another version of killrate with the same verdicts is no difference.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The record from before: a study, or the folder of a record.
    first: String,
    /// The record to compare with it.
    second: String,
    /// What counts as a kill: thesis, any-difference or strict; what the first record's study names when left
    /// out.
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    /// List every verdict that changed, too.
    #[arg(long)]
    verdicts: bool,
    /// How to print.
    #[arg(long, default_value = "text")]
    format: TableFormat,
}

/// Compares two records.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let papers = papers(None);
    let asked = policies::asked(&papers, options.policy.as_deref())?;
    let first = records::find(console, &options.first)?;
    let second = records::find(console, &options.second)?;
    // Both records are judged by one policy, or a difference between policies would look like one
    // between verdicts.
    let policy = match asked {
        Some(policy) => policy,
        None => policies::of_study(&papers, &killrate_record::open(&first)?.provenance().study)?,
    };
    let diff = killrate_analysis::diff(&first, &second, policy, options.verdicts)?;
    tables::print(console, &diff.report, options.format);
    Ok(if diff.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(DIFFERS)
    })
}
