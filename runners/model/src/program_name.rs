//! The programs that a request can be put to.

use std::fmt;

use crate::{DataSetName, PropertyName};

/// Which program a request is put to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ProgramName {
    /// The program under study, as the variant that is judged.
    #[default]
    Subject,
    /// A test program of the subject's package, as the variant that is judged.
    Tests(DataSetName),
    /// A second implementation, which has no mutants.
    Second(PropertyName),
    /// A command that a manifest brings, which has no mutants.
    Command(String),
}

impl ProgramName {
    /// Whether mutants are woven into it; where none are, every variant is shown the same.
    pub fn has_variants(&self) -> bool {
        matches!(self, Self::Subject | Self::Tests(_))
    }
}

impl fmt::Display for ProgramName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subject => write!(f, "the program"),
            Self::Tests(name) => write!(f, "test program `{name}`"),
            Self::Second(name) => write!(f, "second implementation `{name}`"),
            Self::Command(name) => write!(f, "command `{name}`"),
        }
    }
}
