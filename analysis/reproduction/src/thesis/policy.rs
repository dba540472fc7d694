//! The rules of the thesis and of ISSTA'09 for mutants that can tell techniques apart.

use killrate_analysis::Policy;
use killrate_analysis::columns::{
    BLANK_OUTPUT, COMPILED, CRASHED, IS_THESIS, IS_WITHDRAWN, LIMIT_EXCEEDED, OUT_OF_FUEL,
    PROPAGATED, PROPAGATED_UNHUNG, REACHED, VERDICT, VIOLATED,
};
use killrate_analysis::policies::{DOES_NOT_COMPILE, WITHDRAWN_BY_TOOL, is_hang};
use killrate_analysis::roles::{IMPLICIT, REFERENCE};
use polars::prelude::*;

use super::names::THESIS_NAME;

/// Only the papers' changes; mutants that anybody would notice, or nobody could, are discarded.
pub(crate) const POLICY: Policy = Policy {
    name: THESIS_NAME,
    about: "a mutant counts if the papers would make and use it: not if it crashes, hangs wherever it differs \
            from the original, or has the original's output on every data set; a check that is violated, but \
            not by a hang, kills it",
    by_design: Some(
        "Mutants that crash, write nothing or hang (run out of fuel) wherever they differ do not count, nor do \
         those that never change an output, and a hang kills nothing; so implicit is at 0 % and reference at \
         100 % by design.",
    ),
    needs: &[IMPLICIT, REFERENCE],
    considers: || col(IS_THESIS),
    discards: || {
        // What was never looked at is empty and gives no reason to discard.
        let is = |name| col(name).eq(lit(true));
        let is_not = |name| col(name).eq(lit(false));
        vec![
            ("not a change that the papers make", is_not(IS_THESIS)),
            (DOES_NOT_COMPILE, is_not(COMPILED)),
            (WITHDRAWN_BY_TOOL, is(IS_WITHDRAWN)),
            ("not reached by any study data set", is_not(REACHED)),
            ("crashes", is(CRASHED)),
            // One that hangs on some data sets and has another output on others is judged by those.
            (
                "hangs",
                is(OUT_OF_FUEL).and(is(PROPAGATED_UNHUNG).fill_null(lit(false)).not()),
            ),
            ("over a limit", is(LIMIT_EXCEEDED)),
            ("blank output", is(BLANK_OUTPUT)),
            (
                "same output as the original on all study data sets",
                is_not(PROPAGATED),
            ),
        ]
    },
    // Where a mutant hangs anybody would notice, so such a run tells no techniques apart.
    kills: || col(VERDICT).eq(lit(VIOLATED)).and(is_hang().not()),
    // The papers leave out properties that do not hold; one that accuses a program without a fault is
    // such a property.
    excludes_placebo_killers: true,
};
