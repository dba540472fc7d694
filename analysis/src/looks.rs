//! What a person would see of the outputs of mutants, beside what the original makes.

use killrate_model::Looks;
use killrate_record::Provenance;
use polars::prelude::*;

use crate::columns::{
    DATA_SET, IS_PLAINLY_WRONG, IS_WRONG_IN_ORIGINAL, LOOKS, LOSS, MUTANT, N_ENDED,
    N_PLAINLY_WRONG, ORIGINAL, OUTPUT, PROPERTY, QUALITY, QUALITY_OF_ORIGINAL, RANKS, RATED,
    SUBJECT, VARIANT,
};
use crate::frames::{cols, inner_join, left_join};

/// The quality of a ranking that says nothing: the area under the curve of a random one.
const OF_CHANCE: f64 = 0.5;

/// How the properties of the reference are named that look at one output.
const SAME: &str = "same-";

/// One row per property of the reference that looks at an output which the techniques compare.
pub(crate) fn compared_properties(provenance: &Provenance) -> PolarsResult<LazyFrame> {
    let (mut subjects, mut properties) = (Vec::new(), Vec::new());
    for (subject, known) in &provenance.subjects {
        for output in &known.compares {
            subjects.push(subject.as_str());
            properties.push(format!("{SAME}{output}"));
        }
    }
    let frame = DataFrame::new_infer_height(vec![
        Column::new(SUBJECT.into(), subjects),
        Column::new(PROPERTY.into(), properties),
    ])?;
    Ok(frame.lazy())
}

/// One row per output that the techniques compare: whether it ranks the rows.
fn compared_outputs(provenance: &Provenance) -> PolarsResult<LazyFrame> {
    let (mut subjects, mut outputs, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
    for (subject, known) in &provenance.subjects {
        for output in &known.compares {
            subjects.push(subject.as_str());
            outputs.push(output.as_str());
            ranks.push(known.ranks.contains(output));
        }
    }
    let frame = DataFrame::new_infer_height(vec![
        Column::new(SUBJECT.into(), subjects),
        Column::new(OUTPUT.into(), outputs),
        Column::new(RANKS.into(), ranks),
    ])?;
    Ok(frame.lazy())
}

/// One row per mutant, data set and compared output that says something else than the original's:
/// whether each of the two is plainly wrong, and how good both are.
fn beside_original(outputs: LazyFrame, provenance: &Provenance) -> PolarsResult<LazyFrame> {
    let is_implausible = col(LOOKS).neq(lit(Looks::Plausible.name()));
    // Where nothing tells the quality, nothing is known to be wrong with it.
    let is_chance = col(RANKS).and(col(QUALITY).lt_eq(lit(OF_CHANCE)));
    let is_wrong = is_implausible.or(is_chance.fill_null(lit(false)));
    let key = [SUBJECT, OUTPUT];
    let compared = inner_join(outputs, compared_outputs(provenance)?, &key, &key)
        .with_column(is_wrong.alias(IS_PLAINLY_WRONG));
    let is_original = || col(VARIANT).eq(lit(ORIGINAL));
    let of_original = compared.clone().filter(is_original()).select([
        col(SUBJECT),
        col(DATA_SET),
        col(OUTPUT),
        col(IS_PLAINLY_WRONG).alias(IS_WRONG_IN_ORIGINAL),
        col(QUALITY).alias(QUALITY_OF_ORIGINAL),
    ]);
    let of_mutants = compared
        .filter(is_original().not())
        .with_column(col(VARIANT).alias(MUTANT));
    let key = [SUBJECT, DATA_SET, OUTPUT];
    Ok(left_join(of_mutants, of_original, &key, &key))
}

/// One row per mutant: the study data sets on which its run ended normally, those of them on which its
/// output is plainly wrong, and how much quality it loses on average over those that tell.
///
/// `ended` has a row per mutant and data set on which its run ended normally. What is as plainly wrong in
/// the original tells nobody anything.
pub(crate) fn looks(
    outputs: LazyFrame,
    ended: LazyFrame,
    provenance: &Provenance,
) -> PolarsResult<LazyFrame> {
    let is_wrong = col(IS_PLAINLY_WRONG).and(col(IS_WRONG_IN_ORIGINAL).fill_null(lit(false)).not());
    let key = [SUBJECT, MUTANT, DATA_SET];
    let per_data_set = beside_original(outputs.clone(), provenance)?
        .group_by(cols(&key))
        .agg([
            is_wrong.any(true).alias(IS_PLAINLY_WRONG),
            // Of several outputs the one that loses most.
            (col(QUALITY_OF_ORIGINAL) - col(QUALITY)).max().alias(LOSS),
        ]);
    let on_data_set = [SUBJECT, DATA_SET];
    let runs = left_join(ended, per_data_set, &key, &key);
    let runs = left_join(
        runs,
        rated(outputs, provenance)?,
        &on_data_set,
        &on_data_set,
    );
    // Without a row of its own an output is as good as the original's.
    let loss = when(col(IS_PLAINLY_WRONG).is_null())
        .then(lit(0.0))
        .otherwise(col(LOSS));
    let loss = when(col(RATED).is_not_null())
        .then(loss)
        .otherwise(lit(NULL).cast(DataType::Float64));
    Ok(runs.group_by(cols(&[SUBJECT, MUTANT])).agg([
        len().alias(N_ENDED),
        col(IS_PLAINLY_WRONG)
            .fill_null(lit(false))
            .sum()
            .alias(N_PLAINLY_WRONG),
        loss.mean().alias(LOSS),
    ]))
}

/// One row per data set on which something tells how good the original's output is.
fn rated(outputs: LazyFrame, provenance: &Provenance) -> PolarsResult<LazyFrame> {
    let key = [SUBJECT, OUTPUT];
    let compared = inner_join(outputs, compared_outputs(provenance)?, &key, &key);
    let is_rated = col(VARIANT)
        .eq(lit(ORIGINAL))
        .and(col(QUALITY).is_not_null());
    Ok(compared
        .filter(is_rated)
        .group_by(cols(&[SUBJECT, DATA_SET]))
        .agg([lit(true).first().alias(RATED)]))
}
