//! Kills per technique among the mutants that stand for the others.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::TableKind;
use super::techniques::scores;
use crate::columns::{CASE_NUMBER, MUTANT, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::statistics::dominators;
use crate::{AnalysisError, Cell, Rate, Table};

pub(super) const DOMINATORS: TableKind = TableKind {
    name: "dominators",
    question: "Does the ranking hold when redundant mutants count once?",
    is_main: false,
    build,
};

/// The dominators of a subject, and who kills how many of them.
pub(crate) struct Dominating {
    /// The mutants that some ranked technique kills.
    pub(crate) n_killed: u64,
    /// Kills per ranked technique, out of the dominators.
    pub(crate) rates: BTreeMap<String, Rate>,
}

/// The dominators of every subject, by the sound cases of the ranked techniques.
pub(crate) fn dominating(
    findings: &Findings,
) -> Result<BTreeMap<String, Dominating>, AnalysisError> {
    let killers = sorted(findings.killers.clone(), &[SUBJECT, MUTANT, CASE_NUMBER]);
    let cells = Cells::collect(killers)?;
    let mut cases: BTreeMap<String, BTreeMap<String, BTreeMap<u64, String>>> = BTreeMap::new();
    for row in cells.rows() {
        let of_subject = cases.entry(cells.name(row, SUBJECT)?).or_default();
        let of_mutant = of_subject.entry(cells.name(row, MUTANT)?).or_default();
        of_mutant.insert(cells.count(row, CASE_NUMBER)?, cells.name(row, TECHNIQUE)?);
    }
    let techniques = scores(
        findings.kills.clone().filter(crate::roles::is_ranked()),
        TECHNIQUE,
    )?;
    let of_subject = |(subject, mutants): (String, BTreeMap<String, BTreeMap<u64, String>>)| {
        let mutants: Vec<BTreeMap<u64, String>> = mutants.into_values().collect();
        let judged: BTreeSet<&String> = techniques
            .keys()
            .filter(|(known, _)| *known == subject)
            .map(|(_, technique)| technique)
            .collect();
        (subject.clone(), of_mutants(&mutants, judged))
    };
    Ok(cases.into_iter().map(of_subject).collect())
}

/// From the killing cases of every killed mutant, each with its technique.
fn of_mutants(mutants: &[BTreeMap<u64, String>], judged: BTreeSet<&String>) -> Dominating {
    let numbers: BTreeSet<u64> = mutants.iter().flat_map(BTreeMap::keys).copied().collect();
    let places: BTreeMap<u64, usize> = numbers.into_iter().zip(0..).collect();
    let killers: Vec<FixedBitSet> = mutants
        .iter()
        .map(|cases| {
            let mut killers = FixedBitSet::with_capacity(places.len());
            killers.extend(cases.keys().map(|case| places[case]));
            killers
        })
        .collect();
    let dominators = dominators(&killers);
    let rate = |technique: &String| {
        let killed = dominators
            .iter()
            .filter(|&&mutant| mutants[mutant].values().any(|known| known == technique));
        Rate {
            n: killed.count() as u64,
            of: dominators.len() as u64,
        }
    };
    Dominating {
        n_killed: mutants.len() as u64,
        rates: judged
            .into_iter()
            .map(|technique| (technique.clone(), rate(technique)))
            .collect(),
    }
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let of_all = scores(findings.kills.clone(), TECHNIQUE)?;
    let tables = dominating(findings)?.into_iter().map(|(subject, found)| {
        let mut table = Table::new(DOMINATORS.name, "Kills of dominators", DOMINATORS.question)
            .about(&subject)
            .with_columns([
                ("technique", "technique"),
                ("all", "of all usable"),
                ("dominators", "of dominators"),
            ]);
        let mut rates: Vec<(&String, &Rate)> = found.rates.iter().collect();
        rates.sort_by_key(|(_, rate)| std::cmp::Reverse(rate.n));
        for (technique, rate) in rates {
            let key = (subject.clone(), technique.clone());
            table.rows.push(vec![
                Cell::text(technique),
                Cell::rate(of_all.get(&key).copied()),
                Cell::rate(Some(*rate)),
            ]);
        }
        table.notes.push(format!(
            "A dominator falls to some cases, and no other mutant falls to fewer of them only: whoever \
             kills the dominators kills all {} mutants that a ranked technique kills. Mutants that none \
             kills are not among them.",
            found.n_killed
        ));
        table
    });
    Ok(tables.collect())
}
