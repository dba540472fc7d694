//! What chains of properties found, depth by depth.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use crate::AnalysisError;
use crate::columns::{
    DATA_SET, DEPTH, FAILING, KILLED, MUTANT, N_CANDIDATES, N_FAILED, N_INFEASIBLE, N_LEFT_OUT,
    N_REPEATED, N_TESTS, N_UNANSWERED, N_VIOLATED, PROPAGATED, PROPERTY, SEED, SUBJECT, TECHNIQUE,
    VARIANT,
};
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, left_join, sorted};
use crate::kills::kills_by;
use crate::policies::FailedRuns;
use crate::roles::ITERATIVE;

/// What chains from a data set did to a usable mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainVerdict {
    /// The program.
    pub subject: String,
    /// The mutant.
    pub mutant: String,
    /// Which chains.
    pub property: String,
    /// The data set that they start from.
    pub data_set: String,
    /// How many properties it took to kill the mutant; 0 where it failed on the data as they are, `None`
    /// where it survived.
    pub depth: Option<u64>,
}

/// What was tried on a variant, summed over the seeds of random choices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChainCounts {
    /// Tests of the depth before that passed, times the properties to apply to them.
    pub n_candidates: u64,
    /// Candidates that were not drawn.
    pub n_left_out: u64,
    /// Candidates whose property says nothing about the test before.
    pub n_infeasible: u64,
    /// Candidates whose content a shorter chain has led to.
    pub n_repeated: u64,
    /// Tests.
    pub n_tests: u64,
    /// Tests that nothing follows from.
    pub n_unanswered: u64,
    /// Tests that were violated or failed.
    pub n_failures: u64,
    /// The sequences of those, as far as the record has them.
    pub failing: BTreeSet<String>,
}

/// Of chains on a data set: subject, property, data set and depth.
pub type ChainKey = (String, String, String, u64);

/// One per usable mutant and sound case of chains; where several seeds were tried, one for each.
///
/// # Errors
/// When the record cannot be worked with.
pub fn chain_verdicts(findings: &Findings) -> Result<Vec<ChainVerdict>, AnalysisError> {
    let Some(chains) = findings.chains.clone() else {
        return Ok(Vec::new());
    };
    let n_failures = match findings.policy.failed_runs {
        FailedRuns::KillByAll => col(N_VIOLATED) + col(N_FAILED),
        FailedRuns::KillByNone | FailedRuns::AsJudged => col(N_VIOLATED),
    };
    let key = [SUBJECT, VARIANT, PROPERTY, DATA_SET, SEED];
    let first = chains
        .filter(col(TECHNIQUE).eq(lit(ITERATIVE)).and(n_failures.gt(lit(0))))
        .group_by(cols(&key))
        .agg([col(DEPTH).min()]);
    let kills = findings.all_kills()?;
    let kills = kills.filter(col(TECHNIQUE).eq(lit(ITERATIVE)));
    let of_mutant = [SUBJECT, MUTANT, PROPERTY, DATA_SET, SEED];
    let verdicts = left_join(kills, first, &of_mutant, &key);
    let cells = Cells::collect(sorted(verdicts, &of_mutant))?;
    let verdict = |row| {
        let is_killed = cells.flag(row, KILLED)? == Some(true);
        let depth = cells.optional_count(row, DEPTH)?;
        Ok(ChainVerdict {
            subject: cells.name(row, SUBJECT)?,
            mutant: cells.name(row, MUTANT)?,
            property: cells.name(row, PROPERTY)?,
            data_set: cells.name(row, DATA_SET)?,
            // What kills without a failing test is the run on the data as they are.
            depth: is_killed.then(|| depth.unwrap_or(0)),
        })
    };
    cells.rows().map(verdict).collect()
}

/// What was tried on a variant.
///
/// # Errors
/// When the record cannot be worked with.
pub fn chain_counts(
    findings: &Findings,
    variant: &str,
) -> Result<BTreeMap<ChainKey, ChainCounts>, AnalysisError> {
    let Some(chains) = findings.chains.clone() else {
        return Ok(BTreeMap::new());
    };
    let is_wanted = col(VARIANT).eq(lit(variant.to_owned()));
    let chains = chains.filter(is_wanted.and(col(TECHNIQUE).eq(lit(ITERATIVE))));
    let cells = Cells::collect(sorted(chains, &[SUBJECT, PROPERTY, DATA_SET, DEPTH, SEED]))?;
    let mut counts: BTreeMap<ChainKey, ChainCounts> = BTreeMap::new();
    for row in cells.rows() {
        let key = (
            cells.name(row, SUBJECT)?,
            cells.name(row, PROPERTY)?,
            cells.name(row, DATA_SET)?,
            cells.count(row, DEPTH)?,
        );
        let counts = counts.entry(key).or_default();
        let count = |column| cells.count(row, column);
        counts.n_candidates += count(N_CANDIDATES)?;
        counts.n_left_out += count(N_LEFT_OUT)?;
        counts.n_infeasible += count(N_INFEASIBLE)?;
        counts.n_repeated += count(N_REPEATED)?;
        counts.n_tests += count(N_TESTS)?;
        counts.n_unanswered += count(N_UNANSWERED)?;
        counts.n_failures += count(N_VIOLATED)? + count(N_FAILED)?;
        let failing = cells.text(row, FAILING)?.unwrap_or_default();
        let failing = failing.split("; ").filter(|sequence| !sequence.is_empty());
        counts.failing.extend(failing.map(str::to_owned));
    }
    Ok(counts)
}

/// The usable mutants that no technique kills and that nothing tells from the original, by subject: what
/// may be equivalent.
///
/// # Errors
/// When the record cannot be worked with.
pub fn undecided(findings: &Findings) -> Result<BTreeSet<(String, String)>, AnalysisError> {
    let unseen = kills_by(findings.kills.clone(), &[]).filter(col(KILLED).not());
    let is_told = col(PROPAGATED).eq(lit(true)).fill_null(lit(false));
    let same = findings.fates.clone().filter(is_told.not());
    let key = [SUBJECT, MUTANT];
    let undecided = inner_join(unseen, same.select(cols(&key)), &key, &key);
    let cells = Cells::collect(sorted(undecided, &key))?;
    let name = |row| Ok((cells.name(row, SUBJECT)?, cells.name(row, MUTANT)?));
    cells.rows().map(name).collect()
}
