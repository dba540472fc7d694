//! Why tables cannot be computed again.

use std::path::PathBuf;

use killrate_analysis::AnalysisError;

/// Why tables cannot be computed again.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] AnalysisError),
    /// There is no table to look at.
    #[error("there is no CSV file to look at; name files, or a folder that has some")]
    NoTables,
    /// Nothing in these tables could be computed again.
    #[error(
        "cannot check {}, because no number of it follows from others; a table needs a row or a column \
         `total`, columns `x_n`, `x_of` and `x_percent`, or columns `value` and `kind` with totals and \
         denominators",
        listed(files)
    )]
    NothingToRecompute {
        /// The files.
        files: Vec<PathBuf>,
    },
    /// A line that relates printed numbers cannot be used.
    #[error("cannot use line {line} of `{}`: {problem}; mend the line or leave it out", path.display())]
    BadEquation {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

fn listed(files: &[PathBuf]) -> String {
    let files = files.iter().map(|file| format!("`{}`", file.display()));
    files.collect::<Vec<String>>().join(", ")
}
