//! Who kills whom, as sets.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use polars::prelude::*;

use crate::columns::{KILLED, MUTANT, PROPERTY, SUBJECT, TECHNIQUE};
use crate::frames::{Cells, cols, sorted};
use crate::kills::kills_by;
use crate::{AnalysisError, Papers};

/// What the properties of a technique kill on a subject.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KillMatrix {
    /// The properties that judged, in the order of the papers, then by name.
    pub(crate) properties: Vec<String>,
    /// The mutants that some property killed, by identity.
    pub(crate) mutants: Vec<String>,
    /// The mutants that each property killed, by place.
    pub(crate) kills: Vec<FixedBitSet>,
}

/// The matrix of every subject and technique, over the sound cases of each property.
pub(crate) fn kill_matrices(
    kills: LazyFrame,
    papers: &Papers,
) -> Result<BTreeMap<(String, String), KillMatrix>, AnalysisError> {
    let of_property = kills_by(kills, &[TECHNIQUE, PROPERTY]);
    let key = [SUBJECT, TECHNIQUE, PROPERTY];
    let judged = of_property
        .clone()
        .select(cols(&key))
        .unique(None, UniqueKeepStrategy::Any);
    let mut properties: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let cells = Cells::collect(sorted(judged, &key))?;
    for row in cells.rows() {
        let group = (cells.name(row, SUBJECT)?, cells.name(row, TECHNIQUE)?);
        properties
            .entry(group)
            .or_default()
            .push(cells.name(row, PROPERTY)?);
    }
    let killed = of_property.filter(col(KILLED));
    let cells = Cells::collect(sorted(killed, &[SUBJECT, TECHNIQUE, MUTANT]))?;
    let mut pairs: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    for row in cells.rows() {
        let group = (cells.name(row, SUBJECT)?, cells.name(row, TECHNIQUE)?);
        let pair = (cells.name(row, PROPERTY)?, cells.name(row, MUTANT)?);
        pairs.entry(group).or_default().push(pair);
    }
    let matrices = properties.into_iter().map(|(group, mut properties)| {
        properties.sort_by_key(|property| papers.place_of(property));
        let matrix = KillMatrix::new(properties, pairs.remove(&group).unwrap_or_default());
        (group, matrix)
    });
    Ok(matrices.collect())
}

impl KillMatrix {
    fn new(properties: Vec<String>, pairs: Vec<(String, String)>) -> Self {
        let places: BTreeMap<String, usize> = properties.iter().cloned().zip(0..).collect();
        let mutants: BTreeSet<String> = pairs.iter().map(|(_, mutant)| mutant.clone()).collect();
        let mutants: Vec<String> = mutants.into_iter().collect();
        let mut kills = vec![FixedBitSet::with_capacity(mutants.len()); properties.len()];
        for (property, mutant) in pairs {
            let mutant = mutants
                .binary_search(&mutant)
                .expect("the mutants are those of the pairs");
            kills[places[&property]].insert(mutant);
        }
        Self {
            properties,
            mutants,
            kills,
        }
    }

    /// How many properties kill each mutant.
    pub(crate) fn n_killers(&self) -> Vec<usize> {
        let mut n_killers = vec![0; self.mutants.len()];
        for mutant in self.kills.iter().flat_map(FixedBitSet::ones) {
            n_killers[mutant] += 1;
        }
        n_killers
    }

    /// The names of the properties at these places.
    pub(crate) fn names(&self, places: &[usize]) -> Vec<&str> {
        places
            .iter()
            .map(|&place| self.properties[place].as_str())
            .collect()
    }
}
