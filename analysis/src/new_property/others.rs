//! The property among the others of its technique.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use polars::prelude::*;

use super::NewProperty;
use crate::columns::{AFTER, BEFORE, CLASS, KILLED, LINE, MUTANT, NUMBER, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, cols, inner_join, sorted};
use crate::kill_matrix::{KillMatrix, kill_matrices};
use crate::kills::kills_by;
use crate::roles::is_ranked;
use crate::statistics::{holm, mcnemar_exact, shapley};
use crate::{AnalysisError, Cell, Table};

/// The property and the others of its technique, by what they kill.
pub(super) struct Others {
    matrix: KillMatrix,
    place: usize,
    values: Vec<f64>,
    /// The mutants that it alone kills among the properties, each with the other techniques that
    /// kill it.
    pub(super) alone: BTreeMap<String, BTreeSet<String>>,
}

/// A place among the properties.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rank<'a> {
    /// The first of the places that it shares with those it is tied with.
    pub(super) place: usize,
    pub(super) tied: Vec<&'a str>,
}

/// Where the property stands; `None` when it has no sound case.
pub(super) fn others(
    findings: &Findings,
    new: &NewProperty<'_>,
) -> Result<Option<Others>, AnalysisError> {
    let of_technique = findings.kills.clone().filter(new.is_technique());
    let mut matrices = kill_matrices(of_technique, &findings.papers)?;
    let key = (new.subject.to_owned(), new.technique.to_owned());
    let Some(matrix) = matrices.remove(&key) else {
        return Ok(None);
    };
    let mut properties = matrix.properties.iter();
    let Some(place) = properties.position(|property| property == new.property) else {
        return Ok(None);
    };
    let n_killers = matrix.n_killers();
    let mut alone: BTreeMap<String, BTreeSet<String>> = matrix.kills[place]
        .ones()
        .filter(|&mutant| n_killers[mutant] == 1)
        .map(|mutant| (matrix.mutants[mutant].clone(), BTreeSet::new()))
        .collect();
    let is_other = col(SUBJECT)
        .eq(lit(new.subject))
        .and(col(TECHNIQUE).neq(lit(new.technique)))
        .and(is_ranked());
    let by_others = kills_by(findings.kills.clone().filter(is_other), &[TECHNIQUE]);
    let cells = Cells::collect(sorted(by_others.filter(col(KILLED)), &[MUTANT, TECHNIQUE]))?;
    for row in cells.rows() {
        if let Some(techniques) = alone.get_mut(&cells.name(row, MUTANT)?) {
            techniques.insert(cells.name(row, TECHNIQUE)?);
        }
    }
    let values = shapley(&matrix.kills);
    Ok(Some(Others {
        matrix,
        place,
        values,
        alone,
    }))
}

impl Others {
    fn kills(&self) -> &FixedBitSet {
        &self.matrix.kills[self.place]
    }

    fn n_killed(&self, place: usize) -> usize {
        self.matrix.kills[place].count_ones(..)
    }

    fn name(&self, place: usize) -> &str {
        &self.matrix.properties[place]
    }

    fn n_common(&self, place: usize) -> usize {
        self.matrix.kills[place].intersection_count(self.kills())
    }

    /// The places of the other properties.
    fn others(&self) -> impl Iterator<Item = usize> {
        let own = self.place;
        (0..self.matrix.properties.len()).filter(move |&place| place != own)
    }

    /// How many properties there are, it among them.
    pub(super) fn n_properties(&self) -> usize {
        self.matrix.properties.len()
    }

    /// Where it stands by the mutants that it kills.
    pub(super) fn rank_by_kills(&self) -> Rank<'_> {
        self.rank(|place| self.n_killed(place).cmp(&self.n_killed(self.place)))
    }

    /// Where it stands by Shapley value.
    pub(super) fn rank_by_value(&self) -> Rank<'_> {
        self.rank(|place| {
            let distance = self.values[place] - self.values[self.place];
            // Sums of the same shares in another order differ by rounding.
            if distance.abs() < 1e-9 {
                Ordering::Equal
            } else {
                distance.total_cmp(&0.0)
            }
        })
    }

    /// Where it stands, given how each of the others compares with it.
    fn rank(&self, compare: impl Fn(usize) -> Ordering) -> Rank<'_> {
        let better = self.others().filter(|&place| compare(place).is_gt());
        let tied = self.others().filter(|&place| compare(place).is_eq());
        Rank {
            place: 1 + better.count(),
            tied: tied.map(|place| self.name(place)).collect(),
        }
    }

    /// Its Shapley value, and the mutants that all properties kill together.
    pub(super) fn share(&self) -> (f64, usize) {
        (self.values[self.place], self.matrix.mutants.len())
    }

    /// Mutants that some other property kills.
    pub(super) fn n_without(&self) -> usize {
        self.matrix.mutants.len() - self.alone.len()
    }

    /// The others that kill every mutant that it kills; all of them when it kills none.
    pub(super) fn covering(&self) -> Vec<&str> {
        let covers = |&place: &usize| self.kills().is_subset(&self.matrix.kills[place]);
        self.others()
            .filter(covers)
            .map(|place| self.name(place))
            .collect()
    }

    /// The other property that kills most of what it kills, and how many that are.
    pub(super) fn nearest(&self) -> Option<(&str, usize)> {
        // The first of equal ones: the last maximum of the reversed order.
        let mut others: Vec<usize> = self.others().collect();
        others.reverse();
        let nearest = others
            .into_iter()
            .max_by_key(|&place| self.n_common(place))?;
        Some((self.name(nearest), self.n_common(nearest)))
    }

    /// All properties of the technique, those that kill most first.
    pub(super) fn ranking(&self, subject: &str) -> Table {
        let title = "All properties, with the new one";
        let question = "Where would the property rank?";
        let mut table = Table::new("ranking", title, question)
            .about(subject)
            .with_columns([
                ("property", "property"),
                ("new", "new"),
                ("killed", "killed"),
                ("only", "only it"),
                ("shapley", "Shapley value"),
                ("share_percent", "share in %"),
            ]);
        let n_killers = self.matrix.n_killers();
        let n_all = self.matrix.mutants.len() as f64;
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|&place| Reverse(self.n_killed(place)));
        for place in order {
            let alone = self.matrix.kills[place].ones();
            let n_alone = alone.filter(|&mutant| n_killers[mutant] == 1).count();
            let share = (n_all > 0.0).then(|| 100.0 * self.values[place] / n_all);
            table.rows.push(vec![
                Cell::text(self.name(place)),
                Cell::Flag(place == self.place),
                Cell::Count(self.n_killed(place) as u64),
                Cell::Count(n_alone as u64),
                Cell::number(Some(self.values[place]), 2),
                Cell::number(share, 1),
            ]);
        }
        table.notes.push(
            "Only it: mutants that no other property of the technique kills. Shapley value: the mutants \
             that a property adds on average over all orders."
                .to_owned(),
        );
        table
    }

    /// The new property beside each of the others; `None` when there is no other.
    pub(super) fn pairs(&self, subject: &str) -> Option<Table> {
        let title = "The new property beside each other one";
        let question = "Is it redundant with another?";
        let mut table = Table::new("pairs", title, question)
            .about(subject)
            .with_columns([
                ("property", "property"),
                ("both", "both"),
                ("only_new", "only new"),
                ("only_other", "only other"),
                ("covers", "covers it"),
                ("p", "p"),
            ]);
        let mut order: Vec<usize> = self.others().collect();
        order.sort_by_key(|&place| Reverse(self.n_common(place)));
        let counts: Vec<(usize, u64, u64)> = order
            .iter()
            .map(|&place| {
                let n_both = self.n_common(place);
                let only = |n: usize| (n - n_both) as u64;
                (
                    n_both,
                    only(self.n_killed(self.place)),
                    only(self.n_killed(place)),
                )
            })
            .collect();
        let tests = counts
            .iter()
            .map(|&(_, new, other)| mcnemar_exact(new, other));
        let p_values = holm(&tests.collect::<Vec<f64>>());
        for ((place, (n_both, only_new, only_other)), p) in
            order.into_iter().zip(counts).zip(p_values)
        {
            table.rows.push(vec![
                Cell::text(self.name(place)),
                Cell::Count(n_both as u64),
                Cell::Count(only_new),
                Cell::Count(only_other),
                Cell::Flag(only_new == 0),
                Cell::Probability(p),
            ]);
        }
        table.notes.push(
            "Covers it: the other kills every mutant that the new one kills. p: exact McNemar, two-sided, \
             Holm-corrected."
                .to_owned(),
        );
        (!table.rows.is_empty()).then_some(table)
    }

    /// The mutants that only the new property kills; `None` without any.
    pub(super) fn unique(
        &self,
        findings: &Findings,
        subject: &str,
    ) -> Result<Option<Table>, AnalysisError> {
        let names: Vec<&str> = self.alone.keys().map(String::as_str).collect();
        let wanted = df!(MUTANT => names)?.lazy();
        let of_subject = findings.fates.clone().filter(col(SUBJECT).eq(lit(subject)));
        let columns = [MUTANT, NUMBER, CLASS, LINE, BEFORE, AFTER];
        let mutants = inner_join(
            of_subject.select(cols(&columns)),
            wanted,
            &[MUTANT],
            &[MUTANT],
        );
        let cells = Cells::collect(sorted(mutants, &[NUMBER]))?;
        let title = "Mutants that no other property kills";
        let mut table = Table::new("unique", title, "What would be missed without it?")
            .about(subject)
            .with_columns([
                (MUTANT, "mutant"),
                (CLASS, "class"),
                (LINE, "line"),
                (BEFORE, "before"),
                (AFTER, "after"),
                ("also", "also killed by"),
            ]);
        for row in cells.rows() {
            let mutant = cells.name(row, MUTANT)?;
            let also: Vec<&str> = self.alone[&mutant].iter().map(String::as_str).collect();
            let also = if also.is_empty() {
                "nothing else".to_owned()
            } else {
                also.join(", ")
            };
            table.rows.push(vec![
                Cell::Text(mutant),
                Cell::Text(cells.name(row, CLASS)?),
                Cell::Count(cells.count(row, LINE)?),
                Cell::Text(cells.name(row, BEFORE)?),
                Cell::Text(cells.name(row, AFTER)?),
                Cell::Text(also),
            ]);
        }
        Ok((!table.rows.is_empty()).then_some(table))
    }
}
