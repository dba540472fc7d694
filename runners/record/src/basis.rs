//! What a verdict rests on.

use std::fmt;

/// Whether a variant was executed for a verdict, or known to show what the original shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// At least one of the runs was the variant's own.
    Run,
    /// No run reaches the mutant's site.
    NotReached,
    /// Runs reach the mutant's site, but its value never differs.
    NotInfected,
}

impl Basis {
    /// Every basis.
    pub const ALL: [Self; 3] = [Self::Run, Self::NotReached, Self::NotInfected];

    /// The name in records and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::NotReached => "not-reached",
            Self::NotInfected => "not-infected",
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
