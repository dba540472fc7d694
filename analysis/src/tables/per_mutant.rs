//! What the ranked techniques make of each mutant.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use crate::columns::{KILLED, MUTANT, SUBJECT, TECHNIQUE};
use crate::frames::{Cells, sorted};
use crate::kills::kills_by;
use crate::roles::is_ranked;
use crate::{AnalysisError, Papers, Rate};

/// A mutant: its subject and its name.
pub(super) type Id = (String, String);

/// Whether each ranked technique kills a mutant, by the mutants that it judged.
pub(super) struct PerMutant(BTreeMap<String, BTreeMap<Id, bool>>);

impl PerMutant {
    /// Of kills per technique and property; metamorphic testing is what is compared of it.
    pub(super) fn of(kills: LazyFrame, papers: &Papers) -> Result<Self, AnalysisError> {
        let compared = kills.filter(is_ranked().and(papers.is_as_compared()));
        let killed = kills_by(compared, &[TECHNIQUE]);
        let cells = Cells::collect(sorted(killed, &[TECHNIQUE, SUBJECT, MUTANT]))?;
        let mut of_techniques: BTreeMap<String, BTreeMap<Id, bool>> = BTreeMap::new();
        for row in cells.rows() {
            let id = (cells.name(row, SUBJECT)?, cells.name(row, MUTANT)?);
            let of_technique = of_techniques
                .entry(cells.name(row, TECHNIQUE)?)
                .or_default();
            of_technique.insert(id, cells.flag(row, KILLED)? == Some(true));
        }
        Ok(Self(of_techniques))
    }

    /// The techniques that judged a mutant of one of these subjects.
    pub(super) fn techniques(&self, subjects: &BTreeSet<&str>) -> Vec<&str> {
        let has = |of_technique: &BTreeMap<Id, bool>| {
            let mut ids = of_technique.keys();
            ids.any(|(subject, _)| subjects.contains(subject.as_str()))
        };
        let judged = self.0.iter().filter(|(_, mutants)| has(mutants));
        judged.map(|(technique, _)| technique.as_str()).collect()
    }

    /// What a technique killed among some mutants; `None` where it judged none of them.
    pub(super) fn rate(&self, technique: &str, is_among: impl Fn(&Id) -> bool) -> Option<Rate> {
        let mut rate = Rate { n: 0, of: 0 };
        for (id, is_killed) in self.0.get(technique)? {
            if is_among(id) {
                rate.of += 1;
                rate.n += u64::from(*is_killed);
            }
        }
        (rate.of > 0).then_some(rate)
    }
}

/// The groups of subjects that a table is about: each, and all together where there are several.
pub(super) fn groups(subjects: &[String]) -> Vec<(Option<&str>, BTreeSet<&str>)> {
    let each = subjects
        .iter()
        .map(|subject| (Some(subject.as_str()), [subject.as_str()].into()));
    let mut groups: Vec<(Option<&str>, BTreeSet<&str>)> = each.collect();
    if subjects.len() > 1 {
        groups.push((None, subjects.iter().map(String::as_str).collect()));
    }
    groups
}
