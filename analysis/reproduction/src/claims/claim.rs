//! What a claim is, and what a record can make of it.

use killrate_analysis::Rate;

use super::evidence::Evidence;

/// A claim of a paper.
pub(crate) struct Claim {
    /// Its number in the project's list of claims.
    pub(crate) number: u64,
    /// The claim in a few words.
    pub(crate) short: &'static str,
    /// The claim in a sentence.
    pub(crate) text: &'static str,
    /// Where the paper makes it.
    pub(crate) source: &'static str,
    /// When it is reproduced, and when not.
    pub(crate) rule: &'static str,
    /// Decides it.
    pub(crate) decide: fn(&Evidence) -> Decided,
}

/// What a record makes of a claim.
pub(crate) struct Decided {
    /// The numbers it is about, the most important first.
    pub(crate) figures: Vec<Figure>,
    /// How sure they are.
    pub(crate) statistics: Vec<String>,
    pub(crate) decision: Decision,
    /// Why, as the rest of a sentence that starts with the decision.
    pub(crate) reason: String,
}

/// A number of ours beside the paper's.
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) measured: Option<Rate>,
    pub(crate) published: Option<Rate>,
}

/// Whether a claim holds in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The record shows it, and not by chance.
    Reproduced,
    /// The record shows something else.
    NotReproduced,
    /// The record cannot tell.
    Undecided,
}

impl Decision {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::NotReproduced => "not reproduced",
            Self::Undecided => "undecided",
        }
    }
}
