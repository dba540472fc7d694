//! Kills with classes as rows, as papers lay out their tables per subject.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::MutantClass;
use polars::prelude::*;

use crate::columns::{ALL_CLASSES, CLASS, N_JUDGED, N_KILLED, PROPERTY_SET, SUBJECT};
use crate::frames::Cells;
use crate::kills::score_by_class;
use crate::{AnalysisError, Papers, Rate};

/// Rates per subject and property set, by column and class.
pub(super) type Matrices = BTreeMap<(String, String), Matrix>;

/// Rates by column and class; `None` is all columns together.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    rates: BTreeMap<(Option<String>, String), Rate>,
}

impl Matrix {
    pub(super) fn rate(&self, column: Option<&str>, class: &str) -> Option<Rate> {
        let key = (column.map(str::to_owned), class.to_owned());
        self.rates.get(&key).copied()
    }

    /// The columns, by name.
    pub(super) fn columns(&self) -> BTreeSet<String> {
        self.rates
            .keys()
            .filter_map(|(column, _)| column.clone())
            .collect()
    }

    /// The classes, in the order of the papers.
    pub(super) fn classes(&self) -> Vec<String> {
        in_class_order(self.rates.keys().map(|(_, class)| class.clone()))
    }
}

/// The matrices of kills per class and value of the column `by`.
pub(super) fn matrices(kills: &LazyFrame, by: &str) -> Result<Matrices, AnalysisError> {
    let mut matrices = Matrices::new();
    for column in [Some(by), None] {
        let key: Vec<&str> = [PROPERTY_SET].into_iter().chain(column).collect();
        let cells = Cells::collect(score_by_class(kills.clone(), &key)?)?;
        for row in cells.rows() {
            let matrix = (cells.name(row, SUBJECT)?, cells.name(row, PROPERTY_SET)?);
            let column = column.map(|column| cells.name(row, column)).transpose()?;
            let rate = Rate {
                n: cells.count(row, N_KILLED)?,
                of: cells.count(row, N_JUDGED)?,
            };
            let rates = &mut matrices.entry(matrix).or_default().rates;
            rates.insert((column, cells.name(row, CLASS)?), rate);
        }
    }
    Ok(matrices)
}

/// Each class once, in the order of the papers, all classes together last; other names by name.
pub(super) fn in_class_order(classes: impl Iterator<Item = String>) -> Vec<String> {
    let place = |class: &str| {
        let place = MutantClass::RECORDED
            .iter()
            .position(|known| known.name() == class);
        (class == ALL_CLASSES, place.unwrap_or(usize::MAX))
    };
    let classes: BTreeSet<String> = classes.collect();
    let mut classes: Vec<String> = classes.into_iter().collect();
    classes.sort_by_key(|class| place(class));
    classes
}

/// The sets of a subject, those of the papers first.
pub(super) fn sets_of<'a>(
    matrices: &'a Matrices,
    subject: &str,
    papers: &Papers,
) -> Vec<(&'a str, &'a Matrix)> {
    let of_subject = matrices.iter().filter(|((known, _), _)| known == subject);
    let mut sets: Vec<(&str, &Matrix)> = of_subject
        .map(|((_, set), matrix)| (set.as_str(), matrix))
        .collect();
    sets.sort_by_key(|(set, _)| papers.place_of_set(set));
    sets
}
