//! What a claim is, and what a record can make of it.

use killrate_analysis::{Estimate, Rate};

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
    /// The studies that have what it is about.
    pub(crate) studies: &'static [&'static str],
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
    /// Over several subjects, each weighted by the paper's number of mutants.
    pub(crate) weighted: Option<Estimate>,
}

/// Whether a claim holds in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The record shows it, and not by chance.
    Reproduced,
    /// The record shows something else.
    NotReproduced,
    /// The record has what the claim is about, and cannot tell.
    Undecided,
    /// The study was not about it.
    NotInStudy,
}

impl Decision {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::NotReproduced => "not reproduced",
            Self::Undecided => "undecided",
            Self::NotInStudy => "not in this study",
        }
    }
}

/// Why a record has no rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Missing {
    pub(crate) reason: String,
    /// Whether the study asked for it, so that another run of the same study may have it.
    pub(crate) is_in_study: bool,
}

impl Missing {
    /// Something that the study never asked for.
    pub(crate) fn from_study(reason: String) -> Self {
        Self {
            reason,
            is_in_study: false,
        }
    }
}

/// What a claim comes to that lacks something.
pub(crate) fn lacking(missing: &[Missing]) -> (Decision, String) {
    let is_in_study = missing.iter().all(|known| known.is_in_study);
    let decision = if is_in_study {
        Decision::Undecided
    } else {
        Decision::NotInStudy
    };
    let reasons: Vec<&str> = missing.iter().map(|known| known.reason.as_str()).collect();
    (decision, reasons.join("; "))
}

/// The first that the study never asked for, or else the first: what another run cannot mend comes first.
pub(crate) fn most_telling(missing: Vec<Missing>) -> Option<Missing> {
    let unasked = missing.iter().position(|known| !known.is_in_study);
    missing.into_iter().nth(unasked.unwrap_or(0))
}
