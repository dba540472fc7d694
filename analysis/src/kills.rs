//! Which cases are sound, and how many mutants kills make.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use crate::AnalysisError;
use crate::columns::{
    ALL_CLASSES, CAUSE, CLASS, DETAIL, IS_SOUND, KILLED, MUTANT, N_JUDGED, N_KILLED, SATISFIED,
    SUBJECT, VERDICT,
};
use crate::frames::{cols, sorted, stacked};
use crate::verdicts::{Row, Verdicts, taken};

/// One row per case: the verdict on the original, empty where it was not judged, and whether that
/// makes the case sound.
pub(crate) fn cases(verdicts: &Verdicts) -> Result<DataFrame, AnalysisError> {
    let mut of_original = vec![None; verdicts.cases.frame.height()];
    let is_original = verdicts.is_original()?;
    for row in verdicts.rows().filter(|row| is_original[row.variant]) {
        of_original[row.case] = Some(row);
    }
    let of_original: Vec<Option<Row>> = of_original;
    let rows: BTreeSet<usize> = of_original.iter().flatten().map(|row| row.row).collect();
    let details = verdicts.details(|row| rows.contains(&row))?;
    let detail_of: BTreeMap<usize, String> = details.into_iter().collect();
    let detail: StringChunked = of_original
        .iter()
        .map(|row| Some(detail_of.get(&row.as_ref()?.row)?.as_str()))
        .collect();
    let numbers = of_original.iter().map(|row| Some(row.as_ref()?.verdict));
    let judged = verdicts
        .cases
        .frame
        .hstack(
            taken(&verdicts.verdicts.frame, numbers)?
                .select([VERDICT, CAUSE])?
                .columns(),
        )?
        .hstack(&[detail.with_name(DETAIL.into()).into_column()])?;
    // An original that was never judged vouches for nothing, so its case cannot kill either.
    let is_sound = col(VERDICT).eq(lit(SATISFIED)).fill_null(lit(false));
    Ok(judged
        .lazy()
        .with_column(is_sound.alias(IS_SOUND))
        .collect()?)
}

/// One row per mutant and group: whether anything in the group killed it.
pub(crate) fn kills_by(kills: LazyFrame, by: &[&str]) -> LazyFrame {
    let key: Vec<&str> = [&[SUBJECT, MUTANT], by].concat();
    // One case that kills is enough, and cases that did not apply say nothing against it.
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
