//! What became of every mutant.

use killrate_model::Cause;
use killrate_record::Provenance;
use polars::prelude::*;

use crate::columns::{
    BLANK_OUTPUT, CAUSE, COMPILED, CONSIDERED, CRASHED, DATA_SET, DIFFERS_COMPARED, DISCARDED,
    INFECTED, IS_WITHDRAWN, LIMIT_EXCEEDED, LOSS, MUTANT, N_ENDED, N_HANGS, N_PLAINLY_WRONG,
    OUT_OF_FUEL, PROPAGATED, PROPAGATED_UNHUNG, PROPERTY, REACHED, STATUS, SUBJECT, TECHNIQUE,
    USABLE, VARIANT, VERDICT, VIOLATED, WOVEN,
};
use crate::frames::{Frames, cols, inner_join, left_join};
use crate::looks::{compared_properties, looks};
use crate::policies::{Policy, is_hang};
use crate::roles::{IMPLICIT, REFERENCE};

/// One row per mutant: how far it came and how it ended, whatever the policy.
///
/// `judged` has the verdicts of the floor and of the ceiling on mutants.
pub(crate) fn outcomes(
    provenance: &Provenance,
    frames: &Frames,
    judged: &LazyFrame,
    study_data_sets: &LazyFrame,
) -> PolarsResult<LazyFrame> {
    let key = [SUBJECT, MUTANT];
    let of = |technique: &str| {
        let judged = judged.clone().filter(col(TECHNIQUE).eq(lit(technique)));
        judged.with_column(col(VARIANT).alias(MUTANT))
    };
    let mut facts = vec![
        reached(frames.reach.clone(), study_data_sets.clone()),
        ends(of(IMPLICIT), study_data_sets.clone()),
        propagated(of(REFERENCE), hung(of(IMPLICIT))),
        differs_compared(of(REFERENCE), hung(of(IMPLICIT)), provenance)?,
    ];
    facts.push(match frames.outputs.clone() {
        Some(outputs) => {
            let ended = ended(of(IMPLICIT), study_data_sets.clone());
            looks(outputs, ended, provenance)?
        }
        None => nothing_of_looks(),
    });
    Ok(facts
        .into_iter()
        .fold(frames.mutants.clone(), |fates, fact| {
            left_join(fates, fact, &key, &key)
        })
        .with_columns([
            col(STATUS).eq(lit(WOVEN)).alias(COMPILED),
            col(STATUS).neq(lit(WOVEN)).alias(IS_WITHDRAWN),
        ])
        .with_column(if provenance.is_imported() {
            // Other tools withdraw mutants for reasons of their own.
            when(col(IS_WITHDRAWN))
                .then(lit(NULL))
                .otherwise(col(COMPILED))
                .alias(COMPILED)
        } else {
            col(COMPILED)
        }))
}

/// One row per mutant: its outcome, whether the policy looks at it, and why it discards it.
pub(crate) fn fates(outcomes: LazyFrame, policy: &Policy) -> LazyFrame {
    // Built from the last reason to the first, so that the first one that holds is the outermost.
    let discarded = (policy.discards)().into_iter().rev().fold(
        lit(NULL).cast(DataType::String),
        |otherwise, (reason, holds)| when(holds).then(lit(reason)).otherwise(otherwise),
    );
    outcomes
        .with_columns([
            (policy.considers)().alias(CONSIDERED),
            discarded.alias(DISCARDED),
        ])
        .with_column(col(DISCARDED).is_null().alias(USABLE))
}

/// One row per data set that the study compares techniques on: those of the reference.
pub(crate) fn study_data_sets(cases: LazyFrame) -> LazyFrame {
    cases
        .filter(col(TECHNIQUE).eq(lit(REFERENCE)))
        .select(cols(&[SUBJECT, DATA_SET]))
        .unique(None, UniqueKeepStrategy::Any)
}

/// One row per mutant: whether a study data set reached and infected it.
fn reached(reach: LazyFrame, study_data_sets: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, DATA_SET];
    inner_join(reach, study_data_sets, &key, &key)
        .group_by(cols(&[SUBJECT, MUTANT]))
        // Missing facts are passed over: a mutant without any is unknown, not unreached.
        .agg([col(REACHED).any(true), col(INFECTED).any(true)])
}

/// One row per mutant: whether it ended abnormally on a study data set, by cause.
fn ends(by_floor: LazyFrame, study_data_sets: LazyFrame) -> LazyFrame {
    let ended_by = |cause: Cause, name: &str| {
        col(VERDICT)
            .eq(lit(VIOLATED))
            .and(col(CAUSE).eq(lit(cause.name())))
            .any(true)
            .alias(name)
    };
    let key = [SUBJECT, DATA_SET];
    inner_join(by_floor, study_data_sets, &key, &key)
        .group_by(cols(&[SUBJECT, MUTANT]))
        .agg([
            ended_by(Cause::Crashed, CRASHED),
            ended_by(Cause::OutOfFuel, OUT_OF_FUEL),
            is_hang().sum().alias(N_HANGS),
            ended_by(Cause::LimitExceeded, LIMIT_EXCEEDED),
            ended_by(Cause::BlankOutput, BLANK_OUTPUT),
        ])
}

/// One row per mutant and study data set on which its run ended normally, whatever it left.
fn ended(by_floor: LazyFrame, study_data_sets: LazyFrame) -> LazyFrame {
    let is_blank = col(CAUSE).eq(lit(Cause::BlankOutput.name()));
    let ends_abnormally = col(VERDICT)
        .eq(lit(VIOLATED))
        .and(is_blank.fill_null(lit(false)).not());
    let key = [SUBJECT, DATA_SET];
    inner_join(by_floor, study_data_sets, &key, &key)
        .group_by(cols(&[SUBJECT, MUTANT, DATA_SET]))
        .agg([ends_abnormally.any(true).alias(CRASHED)])
        .filter(col(CRASHED).not())
        .select(cols(&[SUBJECT, MUTANT, DATA_SET]))
}

/// No row: a record that does not tell what outputs look like.
fn nothing_of_looks() -> LazyFrame {
    let column = |name: &str, kind| Field::new(name.into(), kind);
    DataFrame::empty_with_schema(&Schema::from_iter([
        column(SUBJECT, DataType::String),
        column(MUTANT, DataType::String),
        column(N_ENDED, DataType::UInt32),
        column(N_PLAINLY_WRONG, DataType::UInt32),
        column(LOSS, DataType::Float64),
    ]))
    .lazy()
}

/// One row per mutant and data set on which it hangs.
fn hung(by_floor: LazyFrame) -> LazyFrame {
    by_floor
        .filter(is_hang())
        .select(
            [
                cols(&[SUBJECT, MUTANT, DATA_SET]),
                vec![lit(true).alias(OUT_OF_FUEL)],
            ]
            .concat(),
        )
        .unique(None, UniqueKeepStrategy::Any)
}

/// One row per mutant: whether an output differs from the original's on a study data set, and whether
/// on one where the mutant does not hang.
fn propagated(by_ceiling: LazyFrame, hung: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, MUTANT, DATA_SET];
    let differs = || col(VERDICT).eq(lit(VIOLATED));
    left_join(by_ceiling, hung, &key, &key)
        .group_by(cols(&[SUBJECT, MUTANT]))
        .agg([
            differs().any(true).alias(PROPAGATED),
            differs()
                .and(col(OUT_OF_FUEL).is_null())
                .any(true)
                .alias(PROPAGATED_UNHUNG),
        ])
}

/// One row per mutant: whether an output that the techniques compare differs from the original's on a
/// study data set on which the mutant does not hang; none where no verdict is about these outputs.
fn differs_compared(
    by_ceiling: LazyFrame,
    hung: LazyFrame,
    provenance: &Provenance,
) -> PolarsResult<LazyFrame> {
    let of_output = [SUBJECT, PROPERTY];
    let compared = compared_properties(provenance)?;
    let key = [SUBJECT, MUTANT, DATA_SET];
    let judged = inner_join(by_ceiling, compared, &of_output, &of_output);
    let differs = col(VERDICT)
        .eq(lit(VIOLATED))
        .and(col(OUT_OF_FUEL).is_null());
    Ok(left_join(judged, hung, &key, &key)
        .group_by(cols(&[SUBJECT, MUTANT]))
        .agg([differs.any(true).alias(DIFFERS_COMPARED)]))
}
