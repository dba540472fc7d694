//! The thesis's rules without what a person would have to look at.

use killrate_analysis::Policy;
use killrate_analysis::columns::{IS_THESIS, VERDICT, VIOLATED};
use killrate_analysis::policies::{FailedRuns, is_hang};
use killrate_analysis::roles::{IMPLICIT, REFERENCE};
use polars::prelude::*;

/// Its name, which is also what counts records from before studies named a policy.
pub(crate) const NAME: &str = "any-difference";

/// Only the papers' changes, and every mutant with any difference that is neither a crash nor a hang.
pub(super) const POLICY: Policy = Policy {
    name: NAME,
    about: "a mutant counts if the papers would make it and any of its outputs differs: not if it crashes, \
            hangs wherever it differs from the original, or has the original's output on every data set; a \
            check that is violated, but not by a hang, kills it",
    by_design: Some(
        "Mutants that crash, write nothing or hang (run out of fuel) wherever they differ do not count, nor do \
         those that never change an output, and a hang kills nothing; so implicit is at 0 % and reference at \
         100 % by design.",
    ),
    needs: &[IMPLICIT, REFERENCE],
    falls_back: &[],
    considers: || col(IS_THESIS),
    discards: super::discards,
    // Where a mutant hangs anybody would notice, so such a run tells no techniques apart.
    kills: || col(VERDICT).eq(lit(VIOLATED)).and(is_hang().not()),
    failed_runs: FailedRuns::AsJudged,
    excludes_placebo_killers: false,
};
