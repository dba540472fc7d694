//! Why a study of functions did not finish.

use std::io;
use std::path::PathBuf;

use killrate_calls::CallsError;
use killrate_inference::CallError;
use killrate_mutator::DependencyError;

/// Why a study of functions did not finish.
#[derive(Debug, thiserror::Error)]
pub enum FunctionsError {
    /// A file cannot be read or written.
    #[error("cannot {action} `{}`; check that it is there, and its permissions", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// On which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The manifest does not say what it should.
    #[error("cannot use `{}`; correct it", path.display())]
    Manifest {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// A table of facts is not one.
    #[error("cannot use `{}`; run the study again", path.display())]
    Table {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        source: csv::Error,
    },
    /// A package is named that is none.
    #[error("implementation `{name}` names no package; write it as `libm@0.2.16`")]
    Package {
        /// Which implementation.
        name: String,
        /// Why not.
        #[source]
        source: DependencyError,
    },
    /// A function cannot be called.
    #[error(transparent)]
    Calls(#[from] CallsError),
    /// The calls of a function failed.
    #[error(transparent)]
    Call(#[from] CallError),
}
