//! The rules as the thesis tells them.

use killrate_analysis::Policy;
use killrate_analysis::columns::{DIFFERS_COMPARED, IS_THESIS, N_PLAINLY_WRONG, VERDICT, VIOLATED};
use killrate_analysis::policies::{
    FailedRuns, FallsBack, PLAINLY_WRONG, WRONG_FROM, is_plainly_wrong,
};
use killrate_analysis::roles::{IMPLICIT, REFERENCE};
use polars::prelude::*;

use crate::thesis::names::THESIS_NAME;

/// Only the papers' changes, and only mutants whose wrong output somebody could take for a right one.
pub(super) const POLICY: Policy = Policy {
    name: THESIS_NAME,
    about: "a mutant counts if the papers would make and use it: not if it crashes, hangs wherever it differs \
            from the original, has the original's output in all that the techniques compare, or an output \
            that is plainly wrong on half of the data sets or more; a check that is violated kills it, a run \
            that fails does not, nor a property on data on which it kills a placebo",
    by_design: Some(
        "Mutants that crash, write nothing, hang (run out of fuel) wherever they differ or are plainly wrong on \
         half of the data sets do not count, nor do those that never change an output which the techniques \
         compare; a run that crashes, hangs or leaves an output blank kills nothing, whatever the technique; \
         so implicit is at 0 % and reference at 100 % by design.",
    ),
    needs: &[IMPLICIT, REFERENCE],
    falls_back: &[
        FallsBack {
            without: DIFFERS_COMPARED,
            untold: "which outputs the techniques compare",
            then: "a mutant counts when any output differs",
        },
        FallsBack {
            without: N_PLAINLY_WRONG,
            untold: "what outputs look like",
            then: "none is discarded for an output that is plainly wrong",
        },
    ],
    considers: || col(IS_THESIS),
    discards: || {
        let mut discards = super::discards();
        discards.push((
            "differs only in outputs that are not compared",
            col(DIFFERS_COMPARED).eq(lit(false)),
        ));
        // The last one, so that another threshold changes what this discards and nothing else.
        discards.push((PLAINLY_WRONG, is_plainly_wrong(WRONG_FROM)));
        discards
    },
    kills: || col(VERDICT).eq(lit(VIOLATED)),
    failed_runs: FailedRuns::KillByNone,
    // The papers leave out properties that do not hold; one that accuses a program without a fault is
    // such a property.
    excludes_placebo_killers: true,
};
