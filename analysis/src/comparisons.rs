//! Techniques or properties compared in pairs, on the same mutants.

use std::collections::BTreeMap;

use polars::prelude::*;

use crate::columns::{
    ALL_SUBJECTS, KILLED, MUTANT, N_BOTH, N_NEITHER, N_ONLY_FIRST, N_ONLY_SECOND, OTHER,
    OTHER_KILLED, SUBJECT,
};
use crate::frames::{Cells, cols, inner_join, sorted};
use crate::kills::kills_by;
use crate::statistics::{holm, mcnemar_exact};
use crate::{AnalysisError, Rate};

/// Two of a kind on the same mutants; the first kills no fewer.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The subject.
    pub subject: String,
    /// The one that kills no fewer.
    pub first: String,
    /// The other.
    pub second: String,
    /// Mutants that both killed.
    pub n_both: u64,
    /// Mutants that only the first killed.
    pub n_only_first: u64,
    /// Mutants that only the second killed.
    pub n_only_second: u64,
    /// Mutants that neither killed.
    pub n_neither: u64,
    /// The exact McNemar p-value, adjusted for all comparisons of the subject.
    pub p: f64,
}

/// A p-value below this is called more than chance; the usual convention, named in every report.
pub const SIGNIFICANT: f64 = 0.05;

impl Comparison {
    /// Whether these two are compared.
    pub fn is_between(&self, a: &str, b: &str) -> bool {
        (self.first == a && self.second == b) || (self.first == b && self.second == a)
    }

    /// Mutants that only this one of the pair killed, and those that only the other did.
    pub fn only(&self, name: &str) -> [u64; 2] {
        if self.first == name {
            [self.n_only_first, self.n_only_second]
        } else {
            [self.n_only_second, self.n_only_first]
        }
    }

    pub(crate) fn is_significant(&self) -> bool {
        self.p < SIGNIFICANT
    }

    /// Whether these rates are of the mutants that are compared, all of them and no others.
    pub(crate) fn is_of(&self, rates: [Rate; 2]) -> bool {
        let n = self.n_both + self.n_only_first + self.n_only_second + self.n_neither;
        rates.iter().all(|rate| rate.of == n)
    }
}

/// Compares every pair of values of the column `by`, subject by subject.
pub fn compare(kills: LazyFrame, by: &str) -> Result<Vec<Comparison>, AnalysisError> {
    let cells = Cells::collect(pairs(kills, by))?;
    let mut comparisons = Vec::new();
    for row in cells.rows() {
        let comparison = Comparison {
            subject: cells.name(row, SUBJECT)?,
            first: cells.name(row, by)?,
            second: cells.name(row, OTHER)?,
            n_both: cells.count(row, N_BOTH)?,
            n_only_first: cells.count(row, N_ONLY_FIRST)?,
            n_only_second: cells.count(row, N_ONLY_SECOND)?,
            n_neither: cells.count(row, N_NEITHER)?,
            p: 1.0,
        };
        comparisons.push(better_first(comparison));
    }
    for of_subject in comparisons.chunk_by_mut(|a, b| a.subject == b.subject) {
        adjust(of_subject);
    }
    Ok(comparisons)
}

/// The same comparisons over all subjects together, for the subject [`ALL_SUBJECTS`].
///
/// A pair is compared on the mutants that both judged, so over the subjects that have the pair.
pub(crate) fn pooled(comparisons: &[Comparison]) -> Vec<Comparison> {
    let mut pairs: BTreeMap<[&str; 2], Comparison> = BTreeMap::new();
    for known in comparisons {
        let mut names = [known.first.as_str(), known.second.as_str()];
        names.sort_unstable();
        let [n_only_first, n_only_second] = known.only(names[0]);
        let pair = pairs.entry(names).or_insert_with(|| Comparison {
            subject: ALL_SUBJECTS.to_owned(),
            first: names[0].to_owned(),
            second: names[1].to_owned(),
            n_both: 0,
            n_only_first: 0,
            n_only_second: 0,
            n_neither: 0,
            p: 1.0,
        });
        pair.n_both += known.n_both;
        pair.n_only_first += n_only_first;
        pair.n_only_second += n_only_second;
        pair.n_neither += known.n_neither;
    }
    let mut pooled: Vec<Comparison> = pairs.into_values().map(better_first).collect();
    adjust(&mut pooled);
    pooled
}

/// Sets the p-values, adjusted for how many comparisons there are.
fn adjust(comparisons: &mut [Comparison]) {
    let raw: Vec<f64> = comparisons
        .iter()
        .map(|comparison| mcnemar_exact(comparison.n_only_first, comparison.n_only_second))
        .collect();
    for (comparison, p) in comparisons.iter_mut().zip(holm(&raw)) {
        comparison.p = p;
    }
}

/// One row per subject and pair: mutants killed by both, by one, by neither.
fn pairs(kills: LazyFrame, by: &str) -> LazyFrame {
    let firsts = kills_by(kills, &[by]);
    let seconds = firsts.clone().select([
        col(SUBJECT),
        col(MUTANT),
        col(by).alias(OTHER),
        col(KILLED).alias(OTHER_KILLED),
    ]);
    let key = [SUBJECT, MUTANT];
    let (first, second) = (col(KILLED), col(OTHER_KILLED));
    let count = |holds: Expr, name: &str| holds.sum().alias(name);
    let pairs = inner_join(firsts, seconds, &key, &key)
        .filter(col(by).lt(col(OTHER)))
        .group_by(cols(&[SUBJECT, by, OTHER]))
        .agg([
            count(first.clone().and(second.clone()), N_BOTH),
            count(first.clone().and(second.clone().not()), N_ONLY_FIRST),
            count(first.clone().not().and(second.clone()), N_ONLY_SECOND),
            count(first.not().and(second.not()), N_NEITHER),
        ]);
    sorted(pairs, &[SUBJECT, by, OTHER])
}

fn better_first(comparison: Comparison) -> Comparison {
    if comparison.n_only_first >= comparison.n_only_second {
        return comparison;
    }
    Comparison {
        first: comparison.second,
        second: comparison.first,
        n_only_first: comparison.n_only_second,
        n_only_second: comparison.n_only_first,
        ..comparison
    }
}
