//! What changed between ISSTA'09 and the thesis, one thing at a time.

use killrate_analysis::Findings;
use killrate_analysis::columns::{DATA_SET, KILLED, MUTANT, PROPERTY, SUBJECT, TECHNIQUE};
use killrate_analysis::frames::stacked;
use killrate_analysis::roles::METAMORPHIC;
use polars::prelude::*;

/// The column of [`variations`] that names them.
pub(crate) const VARIATION: &str = "variation";

/// All data sets of a subject.
pub(crate) const ALL_DATA: &str = "all data sets";
/// The data set that stands for ISSTA'09's.
pub(crate) const ONE_DATA_SET: &str = "one data set";
/// The property that compares what models say.
pub(crate) const SEMANTIC: &str = "permute";
/// The property that compares the models of the same runs.
pub(crate) const OF_MODELS: &str = "permute-model";
/// The data sets that stand for the one of ISSTA'09: iris, and for MartiRank the first.
pub(crate) const ONE: [&str; 3] = ["iris", "martirank-01", "martirank-01-full"];

/// One row per usable mutant and variation: whether it killed.
pub(crate) fn variations(findings: &Findings) -> PolarsResult<LazyFrame> {
    let per_data_set = findings.kills_per_data_set.clone();
    let compared = per_data_set.filter(findings.papers.is_compared());
    let is_one_of = |column: &'static str, names: &[&'static str]| {
        let is = |name: &&'static str| col(column).eq(lit(*name));
        names.iter().map(is).fold(lit(false), Expr::or)
    };
    let of_one = compared.clone().filter(is_one_of(DATA_SET, &ONE));
    let is_metamorphic = col(TECHNIQUE).eq(lit(METAMORPHIC));
    let is_either = is_metamorphic.and(is_one_of(PROPERTY, &[SEMANTIC, OF_MODELS]));
    let of_property = findings.kills.clone().filter(is_either);
    let named = |kills: LazyFrame, name: Expr| {
        kills.select([
            col(SUBJECT),
            col(MUTANT),
            name.alias(VARIATION),
            col(KILLED),
        ])
    };
    stacked(&[
        named(compared, lit(ALL_DATA)),
        named(of_one, lit(ONE_DATA_SET)),
        named(of_property, col(PROPERTY)),
    ])
}
