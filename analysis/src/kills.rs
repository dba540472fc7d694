//! Which verdicts kill, and how many mutants that makes.

use polars::prelude::*;

use crate::columns::{
    ALL_CLASSES, CASE, CASE_NUMBER, CAUSE, CLASS, DATA_SET, DETAIL, FUNCTION, IS_SOUND, KILLED,
    MUTANT, N_JUDGED, N_KILLED, OPERATOR, ORIGINAL, PROPERTY, PROPERTY_SET, SATISFIED, SUBJECT,
    TECHNIQUE, USABLE, VARIANT, VERDICT,
};
use crate::frames::{cols, inner_join, left_join, sorted, stacked};
use crate::policies::Policy;
use crate::roles::{is_ranked, property_set};

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

/// One row per usable mutant and sound case, with the case's number: whether the verdict kills.
pub(crate) fn kills(
    verdicts: LazyFrame,
    cases: LazyFrame,
    fates: LazyFrame,
    policy: &Policy,
) -> LazyFrame {
    let sound = cases
        .with_row_index(CASE_NUMBER, None)
        .filter(col(IS_SOUND))
        .select(cols(&[&CASE[..], &[CASE_NUMBER]].concat()));
    let usable = fates
        .filter(col(USABLE))
        .select(cols(&[SUBJECT, MUTANT, CLASS, OPERATOR, FUNCTION]));
    let judged = inner_join(verdicts, usable, &[SUBJECT, VARIANT], &[SUBJECT, MUTANT]);
    inner_join(judged, sound, &CASE, &CASE).select([
        col(SUBJECT),
        col(VARIANT).alias(MUTANT),
        col(CLASS),
        col(OPERATOR),
        col(FUNCTION),
        col(TECHNIQUE),
        property_set().alias(PROPERTY_SET),
        col(PROPERTY),
        col(DATA_SET),
        col(CASE_NUMBER),
        (policy.kills)().alias(KILLED),
    ])
}

/// One row per mutant, technique, property set and value of the column `by`: whether any case
/// killed.
///
/// There are as many cases as properties times data sets times seeds, and no table looks at more
/// than one of these at once.
pub(crate) fn condensed(kills: LazyFrame, by: &str) -> LazyFrame {
    let of_mutant = [CLASS, OPERATOR, FUNCTION].map(|column| col(column).first());
    kills
        .group_by(cols(&[SUBJECT, MUTANT, TECHNIQUE, PROPERTY_SET, by]))
        .agg([&of_mutant[..], &[col(KILLED).any(true)]].concat())
}

/// One row per mutant and sound case of a ranked technique that kills it.
pub(crate) fn killers(kills: LazyFrame) -> LazyFrame {
    kills.filter(col(KILLED).and(is_ranked())).select(cols(&[
        SUBJECT,
        MUTANT,
        TECHNIQUE,
        CASE_NUMBER,
    ]))
}

/// One row per sound case: mutants judged, mutants killed.
pub(crate) fn kills_per_case(kills: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, TECHNIQUE, PROPERTY, CASE_NUMBER];
    let counts = kills
        .group_by(cols(&key))
        .agg([len().alias(N_JUDGED), col(KILLED).sum().alias(N_KILLED)]);
    sorted(counts, &key)
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
