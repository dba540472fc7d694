//! Everything counts.

use killrate_model::NEUTRAL_POLICY;
use polars::prelude::*;

use super::{DOES_NOT_COMPILE, FailedRuns, Policy, WITHDRAWN_BY_TOOL};
use crate::columns::{COMPILED, IS_WITHDRAWN, VERDICT, VIOLATED};

/// Every mutant that compiles, and every verdict that someone running the technique would notice.
pub(super) const STRICT: Policy = Policy {
    name: NEUTRAL_POLICY,
    about: "every mutant that compiles counts; a check that is violated kills it, and so does a run that \
            fails, whatever the technique",
    by_design: None,
    needs: &[],
    falls_back: &[],
    considers: || lit(true),
    discards: || {
        vec![
            (DOES_NOT_COMPILE, col(COMPILED).eq(lit(false))),
            (WITHDRAWN_BY_TOOL, col(IS_WITHDRAWN)),
        ]
    },
    kills: || col(VERDICT).eq(lit(VIOLATED)),
    failed_runs: FailedRuns::KillByAll,
    // Someone who runs the technique has no placebo to test it on.
    excludes_placebo_killers: false,
};
