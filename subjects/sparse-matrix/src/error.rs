//! What the user can fix.

use std::fmt;
use std::io;

/// Why the program cannot run on what it was given.
#[derive(Debug)]
pub enum InputError {
    /// The command line is not one we understand.
    Usage(String),
    /// A file cannot be read.
    Read {
        /// The file as named on the command line.
        path: String,
        /// What the operating system said.
        cause: io::Error,
    },
    /// A file cannot be written.
    Write {
        /// The file as named on the command line.
        path: String,
        /// What the operating system said.
        cause: io::Error,
    },
    /// One line of a file is not usable.
    Line {
        /// The file as named on the command line.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The matrices have no product.
    Shapes {
        /// The columns of the first.
        n_columns: usize,
        /// The rows of the second.
        n_rows: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Usage(reason) => write!(f, "cannot start\n  because {reason}"),
            InputError::Read { path, cause } => write!(
                f,
                "cannot read `{path}`\n  because {cause}; name a readable file"
            ),
            InputError::Write { path, cause } => write!(
                f,
                "cannot write `{path}`\n  because {cause}; name a writable file"
            ),
            InputError::Line { path, line, reason } => {
                write!(f, "cannot use `{path}`, line {line}\n  because {reason}")
            }
            InputError::Shapes { n_columns, n_rows } => write!(
                f,
                "cannot multiply\n  because the first matrix has {n_columns} columns and the second {n_rows} rows; they must be as many"
            ),
        }
    }
}

impl std::error::Error for InputError {}
