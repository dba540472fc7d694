//! How the score rises with the length of chains.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use super::TableKind;
use crate::chains::{ChainCounts, ChainVerdict, chain_counts, chain_verdicts, undecided};
use crate::columns::{KILLED, MUTANT, ORIGINAL, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted};
use crate::roles::PARTIAL_ORACLE;
use crate::{AnalysisError, Cell, Quantity, Rate, Table, Topic};

pub(super) const ROUNDS: TableKind = TableKind {
    name: "rounds",
    question: "How does the score rise with the length of chains of properties?",
    is_main: true,
    build,
};

/// The columns of the table, which the picture of it reads.
pub(crate) const SCORE: &str = "score";

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let verdicts = chain_verdicts(findings)?;
    if verdicts.is_empty() {
        return Ok(Vec::new());
    }
    let undecided = undecided(findings)?;
    let known = killed_by_known_cases(findings)?;
    let counts = chain_counts(findings, ORIGINAL)?;
    let mut chains: BTreeMap<(&str, &str), Vec<&ChainVerdict>> = BTreeMap::new();
    for verdict in &verdicts {
        let key = (verdict.subject.as_str(), verdict.property.as_str());
        chains.entry(key).or_default().push(verdict);
    }
    let tables = chains.into_iter().map(|((subject, property), verdicts)| {
        let of_chains = counts
            .iter()
            .filter(|((known, chains, _, _), _)| known == subject && chains == property);
        let mut tried: BTreeMap<u64, ChainCounts> = BTreeMap::new();
        for ((_, _, _, depth), counts) in of_chains {
            add(tried.entry(*depth).or_default(), counts);
        }
        let rounds = Rounds {
            subject,
            property,
            verdicts: &verdicts,
            known: known.as_ref().and_then(|known| known.get(subject)),
            undecided: &undecided,
            tried: &tried,
        };
        rounds.table(findings)
    });
    Ok(tables.collect())
}

fn add(sum: &mut ChainCounts, more: &ChainCounts) {
    sum.n_left_out += more.n_left_out;
    sum.n_infeasible += more.n_infeasible;
    sum.n_repeated += more.n_repeated;
    sum.n_tests += more.n_tests;
}

/// The usable mutants that known cases kill, by subject; `None` where nothing was judged by any.
fn killed_by_known_cases(
    findings: &Findings,
) -> Result<Option<BTreeMap<String, BTreeSet<String>>>, AnalysisError> {
    let is_known_case = col(TECHNIQUE).eq(lit(PARTIAL_ORACLE));
    let kills = findings.kills.clone().filter(is_known_case);
    let cells = Cells::collect(sorted(
        kills.select(cols(&[SUBJECT, MUTANT, KILLED])),
        &[SUBJECT, MUTANT],
    ))?;
    let mut killed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in cells.rows() {
        let of_subject = killed.entry(cells.name(row, SUBJECT)?).or_default();
        if cells.flag(row, KILLED)? == Some(true) {
            of_subject.insert(cells.name(row, MUTANT)?);
        }
    }
    Ok((!killed.is_empty()).then_some(killed))
}

/// The chains of one name on one subject.
struct Rounds<'a> {
    subject: &'a str,
    property: &'a str,
    verdicts: &'a [&'a ChainVerdict],
    known: Option<&'a BTreeSet<String>>,
    undecided: &'a BTreeSet<(String, String)>,
    /// What was tried on the original, over all data sets, by depth.
    tried: &'a BTreeMap<u64, ChainCounts>,
}

impl Rounds<'_> {
    fn table(&self, findings: &Findings) -> Table {
        let title = format!("Kills of chains, {}", self.property);
        let mut table = Table::new(ROUNDS.name, title, ROUNDS.question)
            .about(self.subject)
            .with_columns([
                ("method", "method"),
                ("rounds", "rounds"),
                ("tests", "tests"),
                ("infeasible", "infeasible"),
                ("repeated", "repeated"),
                ("left_out", "left out"),
                ("killed", "killed"),
                ("new", "new"),
                (SCORE, "without what may be equivalent"),
            ]);
        let judged: BTreeSet<&str> = { self.verdicts.iter() }
            .map(|verdict| verdict.mutant.as_str())
            .collect();
        let is_undecided = |mutant: &&&str| {
            self.undecided
                .contains(&(self.subject.to_owned(), (**mutant).to_owned()))
        };
        let n_undecided = judged.iter().filter(is_undecided).count() as u64;
        let known = self.known.into_iter().flatten().map(String::as_str);
        let mut killed: BTreeSet<&str> = known.filter(|mutant| judged.contains(mutant)).collect();
        let mut n_before = None;
        let last = self.tried.keys().last().copied().unwrap_or(0);
        for rounds in 0..=last {
            let found = self.verdicts.iter().filter(|verdict| match verdict.depth {
                // What fails on the data as they are is found by whoever runs the first round.
                Some(0) => rounds >= 1,
                Some(depth) => depth <= rounds,
                None => false,
            });
            killed.extend(found.map(|verdict| verdict.mutant.as_str()));
            if rounds == 0 && self.known.is_none() {
                continue;
            }
            let n_killed = killed.len() as u64;
            let of = judged.len() as u64;
            let published = Quantity::Rounds {
                subject: self.subject.to_owned(),
                property: self.property.to_owned(),
                rounds,
            };
            let tried = self.tried.get(&rounds);
            let count = |count: fn(&ChainCounts) -> u64| Cell::count(tried.map(count));
            table.rows.push(vec![
                Cell::text(method(rounds)),
                Cell::Count(rounds),
                count(|counts| counts.n_tests),
                count(|counts| counts.n_infeasible),
                count(|counts| counts.n_repeated),
                count(|counts| counts.n_left_out),
                Cell::rate(Some(Rate { n: n_killed, of })),
                Cell::count(n_before.map(|before| n_killed - before)),
                Cell::Rate {
                    measured: Some(Rate {
                        n: n_killed,
                        of: of - n_undecided,
                    }),
                    published: findings.published.rates.get(&published).copied(),
                },
            ]);
            n_before = Some(n_killed);
        }
        table.notes = self.notes(findings, n_undecided);
        table
    }

    fn notes(&self, findings: &Findings, n_undecided: u64) -> Vec<String> {
        let mut notes = vec![format!(
            "Tests are those of the original over all data sets: what chains of that length lead to. Kills are \
             of all rounds up to there{}. {n_undecided} mutants may be equivalent: no technique kills them and \
             nothing tells them from the original.",
            match self.known {
                Some(_) => " and of known cases, which have the right outputs",
                None => "",
            }
        )];
        let properties = findings.provenance.properties.iter();
        let chains = properties
            .filter(|known| known.subject.as_str() == self.subject)
            .find(|known| known.name.as_str() == self.property);
        if let Some((chains, _)) = chains.and_then(|known| known.text.split_once(": ")) {
            notes.push(format!("{}: {chains}.", self.property));
        }
        let topic = Topic::Rounds {
            subject: self.subject.to_owned(),
            property: self.property.to_owned(),
        };
        notes.extend(
            findings
                .published
                .notes
                .get(&topic)
                .cloned()
                .unwrap_or_default(),
        );
        notes
    }
}

fn method(rounds: u64) -> String {
    match rounds {
        0 => "known cases".to_owned(),
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    }
}
