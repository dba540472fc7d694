//! What testing a property on a data set gives.

use std::path::PathBuf;

use killrate_model::{DataSetName, PropertyName};
use killrate_techniques::Explored;

/// What testing one property on one data set gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which property.
    pub property: PropertyName,
    /// Its canonical form.
    pub text: String,
    /// On which data set.
    pub data_set: DataSetName,
    /// The seed of the transforms' random choices; `None` where there were none.
    pub seed: Option<u64>,
    /// What was found.
    pub found: Found,
    /// How far chains of properties were tried; `None` where each was tested alone.
    pub explored: Option<Explored>,
    /// How much the outputs of two programs differ, for what compares programs.
    pub differing: Option<Differing>,
    /// Where inputs and outputs of the runs are kept, for what needs a look.
    pub kept: Option<PathBuf>,
}

/// How many lines of two programs' outputs differ, place by place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Differing {
    /// How many differ.
    pub n_differing: u64,
    /// Of how many; where one output is longer, its lines.
    pub n_lines: u64,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The outputs relate as they must.
    Holds,
    /// They do, but only thanks to a tolerance.
    HoldsByTolerance,
    /// They do, but not for a placebo: a program without a fault breaks the property.
    Unsound {
        /// Which one, and how.
        evidence: String,
    },
    /// They do not, and this is the smallest telling difference.
    Violated {
        /// The difference, in one line.
        evidence: String,
    },
    /// The property says nothing about this data set.
    NotApplicable {
        /// Why.
        reason: String,
    },
    /// The runs do not allow a judgement.
    Inconclusive {
        /// Why.
        reason: String,
    },
}

impl Found {
    /// The name in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsByTolerance => "holds by tolerance",
            Self::Unsound { .. } => "unsound",
            Self::Violated { .. } => "violated",
            Self::NotApplicable { .. } => "not applicable",
            Self::Inconclusive { .. } => "inconclusive",
        }
    }

    /// The evidence or the reason.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::Holds => None,
            Self::HoldsByTolerance => Some("without its tolerance the property would be violated"),
            Self::Unsound { evidence: detail }
            | Self::Violated { evidence: detail }
            | Self::NotApplicable { reason: detail }
            | Self::Inconclusive { reason: detail } => Some(detail),
        }
    }

    /// Whether the inputs and outputs are worth a look.
    pub(crate) fn needs_a_look(&self) -> bool {
        matches!(
            self,
            Self::HoldsByTolerance | Self::Violated { .. } | Self::Inconclusive { .. }
        )
    }
}
