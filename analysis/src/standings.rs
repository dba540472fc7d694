//! Who won, by how much, and how sure that is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::columns::{ALL_SUBJECTS, TECHNIQUE};
use crate::comparisons::{Comparison, compare, pooled};
use crate::findings::Findings;
use crate::roles::{Role, is_ranked, role};
use crate::tables::{Scores, scores};
use crate::{AnalysisError, Rate};

/// How the techniques did on one subject, or on all of them together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Standings {
    /// The subject, or [`ALL_SUBJECTS`].
    pub(crate) subject: String,
    /// The ceiling, then those that are ranked, the best first, then those apart, then the floor.
    pub(crate) rows: Vec<Standing>,
    /// The ranked techniques in pairs.
    comparisons: Vec<Comparison>,
}

/// How one technique did.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Standing {
    pub(crate) technique: String,
    pub(crate) role: Role,
    /// `None` without a sound case or a usable mutant.
    pub(crate) rate: Option<Rate>,
}

impl Standings {
    /// The ranked techniques with their rates, the best first.
    pub(crate) fn ranking(&self) -> Vec<(&str, Rate)> {
        let ranked = self.rows.iter().filter(|row| row.role == Role::Ranked);
        let rated = ranked.filter_map(|row| Some((row.technique.as_str(), row.rate?)));
        rated.collect()
    }

    /// The techniques that are not ranked and killed more than any that is.
    pub(crate) fn killed_more(&self) -> impl Iterator<Item = (&str, Rate)> {
        let most = self.ranking().iter().map(|(_, rate)| rate.n).max();
        let rows = self.rows.iter().filter(|row| row.role == Role::Apart);
        rows.filter_map(move |row| {
            // A technique apart is only told of where it would change who killed most.
            let rate = row
                .rate
                .filter(|rate| most.is_some_and(|most| rate.n > most))?;
            Some((row.technique.as_str(), rate))
        })
    }

    /// The ranked techniques that the best one may be ahead of by chance.
    pub(crate) fn led_by_chance(&self) -> Vec<&str> {
        let ranking = self.ranking();
        let Some(((best, _), others)) = ranking.split_first() else {
            return Vec::new();
        };
        let is_sure = |other: &str| {
            let compared = self.comparison(best, other);
            compared.is_some_and(Comparison::is_significant)
        };
        let others = others.iter().map(|(other, _)| *other);
        others.filter(|other| !is_sure(other)).collect()
    }

    /// The comparison of two ranked techniques.
    pub(crate) fn comparison(&self, a: &str, b: &str) -> Option<&Comparison> {
        let mut comparisons = self.comparisons.iter();
        comparisons.find(|comparison| comparison.is_between(a, b))
    }
}

/// The standings of all subjects together, where there are several, and then of each.
pub(crate) fn standings(findings: &Findings) -> Result<Vec<Standings>, AnalysisError> {
    let rates = scores(findings.kills.clone(), TECHNIQUE)?;
    let comparisons = compare(findings.kills.clone().filter(is_ranked()), TECHNIQUE)?;
    let judged = findings.techniques()?;
    let is_rated = |subject: &&String| rates.keys().any(|(known, _)| known == *subject);
    let rated: Vec<&String> = findings.subjects.iter().filter(is_rated).collect();

    let mut all = Vec::new();
    if rated.len() > 1 {
        let techniques: BTreeSet<&str> = rates.keys().map(|(_, name)| name.as_str()).collect();
        let rows = techniques.into_iter().filter_map(|technique| {
            let rate = |subject: &&String| rate(&rates, subject, technique);
            // A total over fewer subjects says nothing beside one over all of them.
            let rates: Option<Vec<Rate>> = rated.iter().map(rate).collect();
            Some(standing(technique, Some(Rate::total(rates?)?)))
        });
        all.push(Standings {
            subject: ALL_SUBJECTS.to_owned(),
            rows: ordered(rows.collect()),
            comparisons: pooled(&comparisons),
        });
    }
    all.extend(findings.subjects.iter().map(|subject| {
        let techniques = judged.iter().filter(|(known, _)| known == subject);
        let rows = techniques.map(|(_, name)| standing(name, rate(&rates, subject, name)));
        let of_subject = comparisons.iter().filter(|known| known.subject == *subject);
        Standings {
            subject: subject.clone(),
            rows: ordered(rows.collect()),
            comparisons: of_subject.cloned().collect(),
        }
    }));
    Ok(all)
}

/// A technique that is not ranked: its rate over the subjects that it judged.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Apart {
    pub(crate) technique: String,
    pub(crate) rate: Rate,
    pub(crate) subjects: Vec<String>,
}

/// The techniques that are not ranked, from the standings of single subjects.
pub(crate) fn apart(standings: &[Standings]) -> Vec<Apart> {
    let mut judged: BTreeMap<&str, Vec<(&str, Rate)>> = BTreeMap::new();
    for of_subject in standings
        .iter()
        .filter(|known| known.subject != ALL_SUBJECTS)
    {
        for row in of_subject.rows.iter().filter(|row| row.role == Role::Apart) {
            let rated = row.rate.map(|rate| (of_subject.subject.as_str(), rate));
            judged.entry(&row.technique).or_default().extend(rated);
        }
    }
    let apart = judged.into_iter().filter_map(|(technique, rates)| {
        Some(Apart {
            technique: technique.to_owned(),
            rate: Rate::total(rates.iter().map(|(_, rate)| *rate))?,
            subjects: rates.iter().map(|(name, _)| (*name).to_owned()).collect(),
        })
    });
    apart.collect()
}

fn rate(scores: &Scores, subject: &str, technique: &str) -> Option<Rate> {
    let key = (subject.to_owned(), technique.to_owned());
    scores.get(&key).copied()
}

fn standing(technique: &str, rate: Option<Rate>) -> Standing {
    Standing {
        technique: technique.to_owned(),
        role: role(technique),
        rate,
    }
}

fn ordered(mut rows: Vec<Standing>) -> Vec<Standing> {
    rows.sort_by_key(|row| {
        let n_killed = row.rate.map(|rate| rate.n);
        (row.role.place(), Reverse(n_killed))
    });
    rows
}
