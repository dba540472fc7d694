//! What a technique says of a variant.

use std::fmt;

/// What a technique concludes from the observations of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// What was expected was seen.
    Satisfied,
    /// What was expected was seen, but only thanks to a tolerance: without it this is a violation.
    SatisfiedByTolerance,
    /// What was expected was not seen.
    Violated(Evidence),
    /// The runs do not allow a judgement.
    Inconclusive(Reason),
}

/// What was seen instead of what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The kind of violation.
    pub cause: Cause,
    /// The smallest telling difference, in one line.
    pub detail: String,
}

/// The kind of a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The program ended by an error, a panic or a signal.
    Crashed,
    /// The program burnt all its fuel.
    OutOfFuel,
    /// The program went over a backstop limit.
    LimitExceeded,
    /// An output is missing or blank.
    BlankOutput,
    /// An output is not the known one.
    OutputDiffers,
    /// The relation between the runs does not hold.
    RelationBroken,
    /// An invariant of a function does not hold.
    InvariantBroken,
    /// A test of the program's authors fails.
    TestFailed,
}

impl Cause {
    /// The name in records and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::OutOfFuel => "out-of-fuel",
            Self::LimitExceeded => "limit-exceeded",
            Self::BlankOutput => "blank-output",
            Self::OutputDiffers => "output-differs",
            Self::RelationBroken => "relation-broken",
            Self::InvariantBroken => "invariant-broken",
            Self::TestFailed => "test-failed",
        }
    }
}

/// Why no judgement was possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A run that the judgement needs did not end normally.
    AbnormalEnd {
        /// Which run and how it ended.
        detail: String,
    },
    /// An output that the judgement needs is missing or cannot be read.
    UnusableOutput {
        /// Which output and why.
        detail: String,
    },
    /// Nothing was tested that could have shown anything.
    NotTested {
        /// Why not.
        detail: String,
    },
}

impl Reason {
    /// The name in records and tables.
    pub fn name(&self) -> &'static str {
        match self {
            Self::AbnormalEnd { .. } => "abnormal-end",
            Self::UnusableOutput { .. } => "unusable-output",
            Self::NotTested { .. } => "not-tested",
        }
    }

    /// What exactly was in the way.
    pub fn detail(&self) -> &str {
        match self {
            Self::AbnormalEnd { detail }
            | Self::UnusableOutput { detail }
            | Self::NotTested { detail } => detail,
        }
    }
}

impl Verdict {
    /// What records have as the cause of [`Verdict::SatisfiedByTolerance`].
    pub const BY_TOLERANCE: &'static str = "tolerance";

    /// Whether what was expected was seen, with or without the help of a tolerance.
    pub fn is_satisfied(&self) -> bool {
        matches!(self, Self::Satisfied | Self::SatisfiedByTolerance)
    }

    /// Whether whoever runs the technique notices that something is wrong: what was expected was not
    /// seen, or a run that the judgement needs ended abnormally, such as without any fuel left, or left
    /// an output that nobody can use.
    pub fn is_noticed(&self) -> bool {
        matches!(
            self,
            Self::Violated(_)
                | Self::Inconclusive(Reason::AbnormalEnd { .. } | Reason::UnusableOutput { .. })
        )
    }

    /// The name in records and tables.
    pub fn name(&self) -> &'static str {
        match self {
            // That it took a tolerance is told where records have the cause.
            Self::Satisfied | Self::SatisfiedByTolerance => "satisfied",
            Self::Violated(_) => "violated",
            Self::Inconclusive(_) => "inconclusive",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Satisfied => write!(f, "satisfied"),
            Self::SatisfiedByTolerance => write!(f, "satisfied, but only thanks to a tolerance"),
            Self::Violated(evidence) => {
                write!(
                    f,
                    "violated ({}): {}",
                    evidence.cause.name(),
                    evidence.detail
                )
            }
            Self::Inconclusive(reason) => {
                write!(f, "inconclusive ({}): {}", reason.name(), reason.detail())
            }
        }
    }
}
