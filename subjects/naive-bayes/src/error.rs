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
    /// A file as a whole is not a usable table.
    Table {
        /// The file as named on the command line.
        path: String,
        /// What is wrong and what to do.
        reason: String,
    },
    /// One line of a file is not usable.
    Line {
        /// The file as named on the command line.
        path: String,
        /// The line, counted from 1 with the header.
        line: usize,
        /// What is wrong and what to do.
        reason: String,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Usage(reason) => write!(f, "cannot start\n  because {reason}"),
            InputError::Read { path, cause } => {
                write!(
                    f,
                    "cannot read `{path}`\n  because {cause}; name a readable file"
                )
            }
            InputError::Write { path, cause } => {
                write!(
                    f,
                    "cannot write `{path}`\n  because {cause}; name a writable file"
                )
            }
            InputError::Table { path, reason } => {
                write!(f, "cannot use `{path}`\n  because {reason}")
            }
            InputError::Line { path, line, reason } => {
                write!(f, "cannot use `{path}`, line {line}\n  because {reason}")
            }
        }
    }
}

impl std::error::Error for InputError {}
