//! How it is known what a variant shows.

use std::sync::Arc;

use killrate_executor::{Cost, Outcome};
use killrate_model::{Digest, Request};
use killrate_record::Basis;
use killrate_rounds::Shown;

use crate::baseline::Baseline;

/// How it is known what a variant shows for a request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Known {
    /// Whether the variant had to be run; `None` for programs that have no variants.
    pub(crate) basis: Option<Basis>,
    /// The execution that showed it; `None` where none was needed.
    pub(crate) execution: Option<Digest>,
    /// Where that came from.
    pub(crate) origin: Origin,
    /// What the execution took.
    pub(crate) cost: Cost,
}

/// Where an observation came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// From the log: it was run before this.
    Log,
    /// It was run now.
    Run,
    /// It was not run: the variant is taken to show what the original shows.
    Assumed,
}

impl Known {
    /// What an execution showed.
    pub(crate) fn ran(outcome: Outcome, execution: Digest) -> Shown<Self> {
        let origin = if outcome.was_cached {
            Origin::Log
        } else {
            Origin::Run
        };
        Shown {
            observation: outcome.observation,
            how: Self {
                basis: Some(Basis::Run),
                execution: Some(execution),
                origin,
                cost: outcome.cost,
            },
        }
    }

    /// What the original showed.
    pub(crate) fn original(request: &Request, baseline: &Baseline) -> Shown<Self> {
        let mut shown = Self::ran(baseline.outcome.clone(), baseline.execution);
        // The reach probe never decides about such a program, so how it was known says nothing of a
        // verdict.
        if !request.program.has_variants() {
            shown.how.basis = None;
        }
        shown
    }

    /// What a mutant must show, because the reach probe says that it cannot differ.
    pub(crate) fn spared(basis: Basis, baseline: &Baseline) -> Shown<Self> {
        Shown {
            observation: Arc::clone(&baseline.outcome.observation),
            how: Self {
                basis: Some(basis),
                // Nothing ran for the mutant, so there is no execution to count and nothing to
                // charge for.
                execution: None,
                origin: Origin::Log,
                cost: Cost::default(),
            },
        }
    }

    /// What a mutant is taken to show until it is run.
    pub(crate) fn assumed(execution: Digest, baseline: &Baseline) -> Shown<Self> {
        Shown {
            observation: Arc::clone(&baseline.outcome.observation),
            how: Self {
                basis: Some(Basis::Run),
                execution: Some(execution),
                origin: Origin::Assumed,
                // What the original took is the best forecast there is of what the mutant will
                // take.
                cost: baseline.outcome.cost,
            },
        }
    }
}
