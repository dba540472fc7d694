//! The thesis's rules for mutants that can tell techniques apart, in two readings.

mod any_difference;
mod as_told;
mod compared_differs;

use killrate_analysis::Policy;
use killrate_analysis::columns::{
    BLANK_OUTPUT, COMPILED, CRASHED, IS_THESIS, IS_WITHDRAWN, LIMIT_EXCEEDED, OUT_OF_FUEL,
    PROPAGATED, PROPAGATED_UNHUNG, REACHED,
};
use killrate_analysis::policies::{DOES_NOT_COMPILE, WITHDRAWN_BY_TOOL};
use polars::prelude::*;

pub(crate) use any_difference::NAME as ANY_DIFFERENCE;

/// Both readings, the fuller one first.
pub(super) const POLICIES: [&Policy; 2] = [&as_told::POLICY, &any_difference::POLICY];

/// One rule after the other, from the reading that discards less to the one that discards more.
pub(crate) const STEPS: [&Policy; 3] = [
    &any_difference::POLICY,
    &compared_differs::POLICY,
    &as_told::POLICY,
];

/// What both readings discard: mutants that the papers would not make, that anybody would notice, or that
/// nobody could.
fn discards() -> Vec<(&'static str, Expr)> {
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
}
