//! What the paper's claims are decided on.

use std::collections::BTreeSet;

use killrate_analysis::chains::{ChainVerdict, chain_verdicts, undecided};
use killrate_analysis::columns::{KILLED, MUTANT, SUBJECT as OF_SUBJECT, TECHNIQUE};
use killrate_analysis::frames::{Cells, cols, sorted};
use killrate_analysis::roles::PARTIAL_ORACLE;
use killrate_analysis::{AnalysisError, Findings, Rate};
use polars::prelude::*;

use super::names::{CHAINS, MUTANTS, SIGNED, SUBJECT};

/// The kills of special cases and chains, as sets of mutants.
#[derive(Debug, Default)]
pub(crate) struct WuNumbers {
    /// Usable mutants that chains judged, without those that may be equivalent.
    judged: BTreeSet<String>,
    /// Those that special cases kill.
    special: BTreeSet<String>,
    /// Of chains on positive values: the mutant and how many rounds it takes.
    positive: Vec<(String, u64)>,
    /// The same on negative values.
    signed: Option<Vec<(String, u64)>>,
    /// Whether special cases were judged.
    pub(super) has_special: bool,
    /// The longest chains.
    pub(super) longest: u64,
}

impl WuNumbers {
    pub(crate) fn of(findings: &Findings) -> Result<Self, AnalysisError> {
        let verdicts = chain_verdicts(findings)?;
        let of = |property: &str| -> Vec<&ChainVerdict> {
            let of_property = verdicts.iter();
            of_property
                .filter(|verdict| verdict.subject == SUBJECT && verdict.property == property)
                .collect()
        };
        let positive = of(CHAINS);
        if positive.is_empty() {
            return Ok(Self::default());
        }
        let undecided = undecided(findings)?;
        let is_decided =
            |mutant: &str| !undecided.contains(&(SUBJECT.to_owned(), mutant.to_owned()));
        let judged: BTreeSet<String> = { positive.iter() }
            .map(|verdict| verdict.mutant.clone())
            .filter(|mutant| is_decided(mutant))
            .collect();
        let killed = |verdicts: &[&ChainVerdict]| -> Vec<(String, u64)> {
            let killed = verdicts.iter().filter_map(|verdict| {
                // What fails on the data as they are is found in the first round.
                Some((verdict.mutant.clone(), verdict.depth?.max(1)))
            });
            killed.collect()
        };
        let signed = of(SIGNED);
        let (special, has_special) = special(findings)?;
        let positive = killed(&positive);
        Ok(Self {
            judged,
            special,
            has_special,
            longest: positive
                .iter()
                .map(|(_, rounds)| *rounds)
                .max()
                .unwrap_or(0)
                .max(3),
            positive,
            signed: (!signed.is_empty()).then(|| killed(&signed)),
        })
    }

    /// Whether the record has chains of the paper at all.
    pub(super) fn is_empty(&self) -> bool {
        self.judged.is_empty()
    }

    /// The mutants that special cases and this many rounds kill.
    pub(super) fn killed(&self, rounds: u64) -> BTreeSet<&str> {
        let chains = self.positive.iter().filter(|(_, needed)| *needed <= rounds);
        let chains = chains.map(|(mutant, _)| mutant.as_str());
        let special = self.special.iter().map(String::as_str);
        let all = special.chain(chains);
        all.filter(|mutant| self.judged.contains(*mutant)).collect()
    }

    /// The score of special cases and this many rounds.
    pub(super) fn score(&self, rounds: u64) -> Rate {
        Rate {
            n: self.killed(rounds).len() as u64,
            of: self.judged.len() as u64,
        }
    }

    /// The mutants that nothing positive kills and that are no equivalents.
    pub(super) fn survivors(&self) -> BTreeSet<&str> {
        let killed = self.killed(self.longest);
        let judged = self.judged.iter().map(String::as_str);
        judged.filter(|mutant| !killed.contains(mutant)).collect()
    }

    /// Those of the survivors that fall where values may be negative; `None` where that was not tried.
    pub(super) fn fallen(&self) -> Option<BTreeSet<&str>> {
        let survivors = self.survivors();
        let signed = self.signed.as_ref()?.iter();
        let fallen = signed.map(|(mutant, _)| mutant.as_str());
        Some(fallen.filter(|mutant| survivors.contains(mutant)).collect())
    }

    /// For Mutants 4 and 5 how many rounds it takes to find each, if it was judged.
    pub(super) fn rebuilt(&self) -> Vec<(&'static str, Option<u64>)> {
        let known = MUTANTS
            .iter()
            .filter(|(_, mutant, _)| self.judged.contains(*mutant));
        known
            .map(|(name, mutant, _)| {
                let needed = self.positive.iter().filter(|(known, _)| known == mutant);
                let needed = needed.map(|(_, rounds)| *rounds).min();
                (
                    *name,
                    if self.special.contains(*mutant) {
                        Some(0)
                    } else {
                        needed
                    },
                )
            })
            .collect()
    }
}

/// The mutants that special cases kill, and whether any were judged.
fn special(findings: &Findings) -> Result<(BTreeSet<String>, bool), AnalysisError> {
    let is_special = col(TECHNIQUE)
        .eq(lit(PARTIAL_ORACLE))
        .and(col(OF_SUBJECT).eq(lit(SUBJECT)));
    let kills = findings.kills.clone().filter(is_special);
    let kills = sorted(kills.select(cols(&[MUTANT, KILLED])), &[MUTANT]);
    let cells = Cells::collect(kills)?;
    let mut killed = BTreeSet::new();
    for row in cells.rows() {
        if cells.flag(row, KILLED)? == Some(true) {
            killed.insert(cells.name(row, MUTANT)?);
        }
    }
    Ok((killed, !cells.rows().is_empty()))
}
