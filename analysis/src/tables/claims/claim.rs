//! What a claim is, and what a record can make of it.

use super::evidence::Evidence;
use crate::Rate;

/// A claim of a paper.
pub(super) struct Claim {
    /// Its number in the project's list of claims.
    pub(super) number: u64,
    /// The claim in a few words.
    pub(super) short: &'static str,
    /// The claim in a sentence.
    pub(super) text: &'static str,
    /// Where the paper makes it.
    pub(super) source: &'static str,
    /// When it is reproduced, and when not.
    pub(super) rule: &'static str,
    /// Decides it.
    pub(super) decide: fn(&Evidence) -> Decision,
}

/// What a record makes of a claim.
pub(super) struct Decision {
    /// The numbers it is about, the most important first.
    pub(super) figures: Vec<Figure>,
    /// How sure they are.
    pub(super) statistics: Vec<String>,
    pub(super) outcome: Outcome,
    /// Why, as the rest of a sentence that starts with the outcome.
    pub(super) reason: String,
}

/// A number of ours beside the paper's.
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) measured: Option<Rate>,
    pub(super) published: Option<Rate>,
}

/// Whether a claim holds in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The record shows it, and not by chance.
    Reproduced,
    /// The record shows something else.
    NotReproduced,
    /// The record cannot tell.
    Undecided,
}

impl Outcome {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::NotReproduced => "not reproduced",
            Self::Undecided => "undecided",
        }
    }
}
