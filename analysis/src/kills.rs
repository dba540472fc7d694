//! Which cases are sound, and how many mutants kills make.

use polars::prelude::*;

use crate::columns::{
    ALL_CLASSES, CASE, CAUSE, CLASS, DETAIL, IS_SOUND, KILLED, MUTANT, N_JUDGED, N_KILLED,
    ORIGINAL, SATISFIED, SUBJECT, VARIANT, VERDICT,
};
use crate::frames::{cols, left_join, sorted, stacked};

/// One row per case: the verdict on the original, empty where it was not judged, and whether that
/// makes the case sound.
pub(crate) fn cases(verdicts: LazyFrame) -> LazyFrame {
    let of_original = verdicts
        .clone()
        .filter(col(VARIANT).eq(lit(ORIGINAL)))
        .select(cols(&[&CASE[..], &[VERDICT, CAUSE, DETAIL]].concat()));
    let all = verdicts
        .select(cols(&CASE))
        .unique(None, UniqueKeepStrategy::Any);
    let is_sound = col(VERDICT).eq(lit(SATISFIED)).fill_null(lit(false));
    sorted(
        left_join(all, of_original, &CASE, &CASE).with_column(is_sound.alias(IS_SOUND)),
        &CASE,
    )
}

/// One row per mutant and group: whether anything in the group killed it.
pub(crate) fn kills_by(kills: LazyFrame, by: &[&str]) -> LazyFrame {
    let key: Vec<&str> = [&[SUBJECT, MUTANT], by].concat();
    kills.group_by(cols(&key)).agg([col(KILLED).any(true)])
}

/// One row per subject and group: mutants judged, mutants killed.
pub(crate) fn score(kills: LazyFrame, by: &[&str]) -> LazyFrame {
    let key: Vec<&str> = [&[SUBJECT], by].concat();
    let scores = kills_by(kills, by)
        .group_by(cols(&key))
        .agg([len().alias(N_JUDGED), col(KILLED).sum().alias(N_KILLED)]);
    sorted(scores, &key)
}

/// Like [`score`], per class and for all classes together.
pub(crate) fn score_by_class(kills: LazyFrame, by: &[&str]) -> PolarsResult<LazyFrame> {
    let of_all = kills.clone().with_column(lit(ALL_CLASSES).alias(CLASS));
    Ok(score(stacked(&[kills, of_all])?, &[&[CLASS], by].concat()))
}
