//! How often a second implementation agrees with the original and with mutants.

use polars::prelude::*;

use crate::columns::{
    DATA_SET, IS_SOUND, MUTANT, N_AGREEING, N_JUDGED, PROPERTY, SATISFIED, SUBJECT, TECHNIQUE,
    USABLE, VARIANT, VERDICT,
};
use crate::frames::{cols, inner_join, left_join, sorted};
use crate::roles::PSEUDO_ORACLE;

/// One row per second implementation and data set: whether the original agrees with it, and how many
/// of the usable mutants do.
///
/// These are not kills: where the original disagrees, a mutant's disagreement says nothing.
///
/// `judged` has the pseudo-oracle's verdicts on mutants.
pub(crate) fn agreements(judged: LazyFrame, cases: LazyFrame, fates: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, PROPERTY, DATA_SET];
    let of_original = cases
        .filter(col(TECHNIQUE).eq(lit(PSEUDO_ORACLE)))
        .select(cols(&[&key[..], &[IS_SOUND]].concat()));
    let usable = fates.filter(col(USABLE)).select(cols(&[SUBJECT, MUTANT]));
    let of_mutants = inner_join(judged, usable, &[SUBJECT, VARIANT], &[SUBJECT, MUTANT])
        .group_by(cols(&key))
        .agg([
            len().alias(N_JUDGED),
            col(VERDICT).eq(lit(SATISFIED)).sum().alias(N_AGREEING),
        ]);
    // An implementation that was compared with the original alone still has a row: its false alarms
    // are what the table is about.
    sorted(left_join(of_original, of_mutants, &key, &key), &key)
}
