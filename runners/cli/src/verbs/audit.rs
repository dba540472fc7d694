//! `killrate audit`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use killrate_reproduction::AuditError;

use crate::console::Console;
use crate::exit::{DIFFERS, Invalid};
use crate::records;
use crate::tables::{self, TableFormat};

/// Compute the sums and percentages of printed tables again.
///
/// Looks at tables as CSV files: whether totals are the sums of their rows, percentages those of
/// their denominators, regions of an overlap all of the mutants, and whether two tables agree on the
/// mutants of a subject. Without a file it looks at the papers' tables in `datasets/published`, whose
/// README tells the form; of other tables it checks a row or a column `total`, and shares `x_n`, `x_of`
/// and `x_percent` as `report --format csv` writes them. Numbers may have commas between thousands and
/// percent signs; cells that should hold a number and do not are listed.
///
/// The exit code is 5 when a number is wrong, and 3 when nothing in a named file could be checked.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// CSV files, or folders of them.
    tables: Vec<PathBuf>,
    /// How to print.
    #[arg(long, default_value = "text")]
    format: TableFormat,
}

/// Looks for numbers that do not add up.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let paths = if options.tables.is_empty() {
        let problem = "there is no project with published tables here; name CSV files to look at";
        let published = records::published(console);
        vec![published.ok_or_else(|| Invalid(problem.to_owned()))?]
    } else {
        options.tables.clone()
    };
    let audit = killrate_reproduction::audit(&paths)?;
    tables::print(console, &audit.report, options.format);
    if audit.n_wrong > 0 {
        return Ok(ExitCode::from(DIFFERS));
    }
    match audit.not_recomputed {
        files if files.is_empty() => Ok(ExitCode::SUCCESS),
        files => Err(AuditError::NothingToRecompute { files }.into()),
    }
}
