//! `killrate report`.

use std::process::ExitCode;

use clap::Args;

use crate::console::Console;

/// Prints the tables of a record, with the papers' numbers beside ours where they have the table.
///
/// Every rate comes with its count, its denominator and a 95 % Wilson interval. What counts as a
/// kill is a policy, applied here and never stored: `thesis` follows the papers' rules for suitable
/// mutants, `strict` counts every mutant that compiles.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study whose record to read, or the folder of a record.
    record: String,
    /// Only this table; `killrate report RECORD --table list` names them.
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// What counts as a kill: thesis or strict.
    #[arg(long, value_name = "NAME", default_value = "thesis")]
    policy: String,
    /// How to print: text, markdown, csv or json.
    #[arg(long, value_name = "NAME", default_value = "text")]
    format: String,
}

/// Says how to get the part that makes tables.
#[cfg(not(feature = "analysis"))]
pub(crate) fn run(_console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let problem = format!(
        "cannot report on `{}` ({:?}, {}, {}): this killrate was built without analysis; build it with `cargo build --release`",
        options.record, options.table, options.policy, options.format
    );
    Err(crate::exit::Invalid(problem).into())
}
