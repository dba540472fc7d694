//! What two runs of one request differ in.

use std::collections::BTreeSet;
use std::fmt;

use killrate_model::{Exit, Observation, OutputName};

use crate::weave::Repetition;

/// What two runs of one request differ in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// How they end.
    Exits(Exit, Exit),
    /// An output.
    Output(OutputName),
    /// What they print.
    Printed,
}

impl Difference {
    /// What the second run shows otherwise than the first, if anything counts as that.
    pub(crate) fn find(
        repetition: &Repetition,
        first: &Observation,
        again: &Observation,
    ) -> Option<Self> {
        match repetition {
            Repetition::Probed(shows_same) => {
                // The function alone says whether the runs differ; where they do so is looked for
                // only to tell it.
                (!shows_same(first, again)).then(|| Self::anywhere(first, again))
            }
            Repetition::Plain(outputs) => Self::in_outputs(outputs, first, again),
            Repetition::None => None,
        }
    }

    fn anywhere(first: &Observation, again: &Observation) -> Self {
        let outputs: BTreeSet<OutputName> = first.outputs.keys().cloned().collect();
        Self::in_outputs(&outputs, first, again).unwrap_or(Self::Printed)
    }

    fn in_outputs(
        outputs: &BTreeSet<OutputName>,
        first: &Observation,
        again: &Observation,
    ) -> Option<Self> {
        // A run that ended otherwise may lack any of the outputs, so its end is what there is to
        // tell.
        if first.exit != again.exit {
            return Some(Self::Exits(first.exit, again.exit));
        }
        let mut outputs = outputs.iter();
        let differing = outputs.find(|name| first.output(name) != again.output(name));
        differing.cloned().map(Self::Output)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exits(first, again) => write!(f, "{first} and {again}"),
            Self::Output(name) => write!(f, "in output `{name}`"),
            Self::Printed => write!(f, "in what they print"),
        }
    }
}
