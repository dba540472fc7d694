//! Which lines of the original the study's data and the known cases run.

use polars::prelude::*;

use crate::columns::{BY_KNOWN_CASES, BY_STUDY_DATA, DATA_SET, FILE, LINE, REACHED, SUBJECT};
use crate::frames::{cols, left_join, sorted};

/// One row per line: whether the study's data sets ran it, and whether the known cases did.
///
/// Whatever is not a data set of the study is a known case.
pub(crate) fn lines(lines: LazyFrame, study_data_sets: LazyFrame) -> LazyFrame {
    let key = [SUBJECT, DATA_SET];
    let is_study = "is_study";
    let marked = study_data_sets.with_column(lit(true).alias(is_study));
    let is_of_study = || col(is_study).fill_null(lit(false));
    let lines = left_join(lines, marked, &key, &key)
        .group_by(cols(&[SUBJECT, FILE, LINE]))
        .agg([
            col(REACHED)
                .and(is_of_study())
                .any(true)
                .alias(BY_STUDY_DATA),
            col(REACHED)
                .and(is_of_study().not())
                .any(true)
                .alias(BY_KNOWN_CASES),
        ]);
    sorted(lines, &[SUBJECT, FILE, LINE])
}
