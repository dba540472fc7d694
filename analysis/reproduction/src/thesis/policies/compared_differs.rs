//! The step between the two readings: outputs that nobody compares do not count.

use killrate_analysis::Policy;
use killrate_analysis::columns::DIFFERS_COMPARED;
use polars::prelude::*;

/// What the thesis's rules discard but for outputs that are plainly wrong.
///
/// No report is under it; it tells what each of the two rules does.
pub(super) const POLICY: Policy = Policy {
    name: "compared-differs",
    about: "as `any-difference`, but only outputs count that the techniques compare",
    discards: || {
        let mut discards = super::discards();
        discards.push((
            "differs only in outputs that are not compared",
            col(DIFFERS_COMPARED).eq(lit(false)),
        ));
        discards
    },
    ..super::any_difference::POLICY
};
