//! What became of every mutant.

use killrate_model::Cause;
use polars::prelude::*;

use crate::columns::{
    BLANK_OUTPUT, CAUSE, COMPILED, CONSIDERED, CRASHED, DATA_SET, DISCARDED, INFECTED,
    LIMIT_EXCEEDED, MUTANT, ORIGINAL, OUT_OF_FUEL, PROPAGATED, REACHED, STATUS, SUBJECT, TECHNIQUE,
    USABLE, VARIANT, VERDICT, VIOLATED, WOVEN,
};
use crate::frames::{Frames, cols, inner_join, left_join};
use crate::policies::Policy;
use crate::roles::{IMPLICIT, REFERENCE};

/// One row per mutant: how far it came, how it ended, and why the policy discards it.
pub(crate) fn fates(frames: &Frames, policy: &Policy) -> LazyFrame {
    let key = [SUBJECT, MUTANT];
    let fates = [reached(frames), ends(frames), propagated(frames)]
        .into_iter()
        .fold(frames.mutants.clone(), |fates, fact| {
            left_join(fates, fact, &key, &key)
        });
    let discarded = (policy.discards)().into_iter().rev().fold(
        lit(NULL).cast(DataType::String),
        |otherwise, (reason, holds)| when(holds).then(lit(reason)).otherwise(otherwise),
    );
    fates
        .with_column(col(STATUS).eq(lit(WOVEN)).alias(COMPILED))
        .with_columns([
            (policy.considers)().alias(CONSIDERED),
            discarded.alias(DISCARDED),
        ])
        .with_column(col(DISCARDED).is_null().alias(USABLE))
}

/// One row per data set that the study compares techniques on: those of the reference.
pub(crate) fn study_data_sets(frames: &Frames) -> LazyFrame {
    frames
        .verdicts
        .clone()
        .filter(col(TECHNIQUE).eq(lit(REFERENCE)))
        .select(cols(&[SUBJECT, DATA_SET]))
        .unique(None, UniqueKeepStrategy::Any)
}

/// One row per mutant: whether a study data set reached and infected it.
fn reached(frames: &Frames) -> LazyFrame {
    let key = [SUBJECT, DATA_SET];
    inner_join(frames.reach.clone(), study_data_sets(frames), &key, &key)
        .group_by(cols(&[SUBJECT, MUTANT]))
        .agg([col(REACHED).any(true), col(INFECTED).any(true)])
}

/// One row per mutant: whether it ended abnormally on a study data set, by cause.
fn ends(frames: &Frames) -> LazyFrame {
    let ended_by = |cause: Cause, name: &str| {
        col(VERDICT)
            .eq(lit(VIOLATED))
            .and(col(CAUSE).eq(lit(cause.name())))
            .any(true)
            .alias(name)
    };
    let key = [SUBJECT, DATA_SET];
    inner_join(
        mutants_judged_by(frames, IMPLICIT),
        study_data_sets(frames),
        &key,
        &key,
    )
    .group_by(cols(&[SUBJECT, MUTANT]))
    .agg([
        ended_by(Cause::Crashed, CRASHED),
        ended_by(Cause::OutOfFuel, OUT_OF_FUEL),
        ended_by(Cause::LimitExceeded, LIMIT_EXCEEDED),
        ended_by(Cause::BlankOutput, BLANK_OUTPUT),
    ])
}

/// One row per mutant: whether an output differs from the original's on a study data set.
fn propagated(frames: &Frames) -> LazyFrame {
    mutants_judged_by(frames, REFERENCE)
        .group_by(cols(&[SUBJECT, MUTANT]))
        .agg([col(VERDICT).eq(lit(VIOLATED)).any(true).alias(PROPAGATED)])
}

fn mutants_judged_by(frames: &Frames, technique: &str) -> LazyFrame {
    let is_wanted = col(TECHNIQUE)
        .eq(lit(technique))
        .and(col(VARIANT).neq(lit(ORIGINAL)));
    frames
        .verdicts
        .clone()
        .filter(is_wanted)
        .with_column(col(VARIANT).alias(MUTANT))
}
