//! How many mutants fall when an input is changed at random once, twice, and so on.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use super::TableKind;
use crate::columns::{KILLED, MUTANT, PROPERTY, SEED, SUBJECT};
use crate::findings::Findings;
use crate::frames::{Cells, cols, sorted};
use crate::roles::METAMORPHIC;
use crate::statistics::expected_kills;
use crate::{AnalysisError, Cell, Table};

pub(super) const SEEDS: TableKind = TableKind {
    name: "seeds",
    question: "Does it help to change an input at random more than once?",
    is_main: false,
    build,
};

/// Beyond so many seeds the fewest and the most are not looked for: every choice of seeds is tried.
const MOST_SEEDS: usize = 12;

/// What the seeds of some properties do to the mutants of a subject.
#[derive(Default)]
struct BySeed {
    seeds: BTreeSet<u64>,
    /// For every mutant that was judged the seeds that kill it, and whether it falls without any.
    mutants: BTreeMap<String, (BTreeSet<u64>, bool)>,
}

impl BySeed {
    fn add(&mut self, mutant: &str, seed: Option<u64>, is_killed: bool) {
        self.seeds.extend(seed);
        let (seeds, falls_anyway) = self.mutants.entry(mutant.to_owned()).or_default();
        match seed {
            Some(seed) if is_killed => {
                seeds.insert(seed);
            }
            Some(_) => {}
            None => *falls_anyway |= is_killed,
        }
    }

    /// For every mutant that falls the places of the seeds that kill it.
    fn places(&self) -> Vec<BTreeSet<usize>> {
        let seeds = || self.seeds.iter().enumerate();
        let killed = self.mutants.values().map(|(killing, falls_anyway)| {
            let kills = seeds().filter(|(_, seed)| *falls_anyway || killing.contains(seed));
            kills.map(|(place, _)| place).collect::<BTreeSet<usize>>()
        });
        killed.filter(|places| !places.is_empty()).collect()
    }

    fn rows(&self, label: &str) -> Vec<Vec<Cell>> {
        let (places, n_seeds) = (self.places(), self.seeds.len());
        let n_killers: Vec<usize> = places.iter().map(BTreeSet::len).collect();
        let expected = expected_kills(&n_killers, n_seeds);
        let bounds = bounds(&places, n_seeds);
        let n_mutants = self.mutants.len() as u64;
        let rows = (1..=n_seeds).map(|k| {
            let bound = |place: usize| Cell::count(bounds.as_ref().map(|bounds| bounds[k][place]));
            vec![
                Cell::text(label),
                Cell::Count(k as u64),
                Cell::number(Some(expected[k]), 2),
                Cell::number(Some(100.0 * expected[k] / n_mutants as f64), 1),
                bound(0),
                bound(1),
                Cell::Count(n_mutants),
            ]
        });
        rows.collect()
    }
}

/// The fewest and the most mutants that a choice of so many seeds kills, by the number of seeds; `None`
/// where there are too many choices to try.
fn bounds(places: &[BTreeSet<usize>], n_seeds: usize) -> Option<Vec<[u64; 2]>> {
    if n_seeds > MOST_SEEDS {
        return None;
    }
    let masks: Vec<u32> = places
        .iter()
        .map(|places| places.iter().map(|place| 1_u32 << *place).sum())
        .collect();
    let mut bounds = vec![[u64::MAX, 0]; n_seeds + 1];
    for choice in 0..1_u32 << n_seeds {
        let n_killed = masks.iter().filter(|mask| *mask & choice != 0).count() as u64;
        let [fewest, most] = &mut bounds[choice.count_ones() as usize];
        *fewest = n_killed.min(*fewest);
        *most = n_killed.max(*most);
    }
    Some(bounds)
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let kills = findings.all_kills()?.filter(findings.papers.is_compared());
    let key = [SUBJECT, PROPERTY, SEED, MUTANT];
    let per_seed = kills.group_by(cols(&key)).agg([col(KILLED).any(true)]);
    let cells = Cells::collect(sorted(per_seed, &key))?;
    let mut of_all: BTreeMap<String, BySeed> = BTreeMap::new();
    let mut of_properties: BTreeMap<(String, String), BySeed> = BTreeMap::new();
    for row in cells.rows() {
        let (subject, property) = (cells.name(row, SUBJECT)?, cells.name(row, PROPERTY)?);
        let (mutant, seed) = (cells.name(row, MUTANT)?, cells.optional_count(row, SEED)?);
        let is_killed = cells.flag(row, KILLED)? == Some(true);
        let of_subject = of_all.entry(subject.clone()).or_default();
        of_subject.add(&mutant, seed, is_killed);
        let of_property = of_properties.entry((subject, property)).or_default();
        of_property.add(&mutant, seed, is_killed);
    }
    let tables = findings.subjects.iter().filter_map(|subject| {
        let all = of_all.get(subject).filter(|all| all.seeds.len() > 1)?;
        let mut table = Table::new(SEEDS.name, "Kills by the number of seeds", SEEDS.question)
            .about(subject)
            .with_columns([
                ("property", "property"),
                ("seeds", "seeds"),
                ("killed", "killed on average"),
                ("killed_percent", "%"),
                ("fewest", "fewest"),
                ("most", "most"),
                ("mutants", "of"),
            ]);
        for ((known, property), by_seed) in &of_properties {
            if known == subject && by_seed.seeds.len() > 1 {
                table.rows.extend(by_seed.rows(property));
            }
        }
        table.rows.extend(all.rows(METAMORPHIC));
        table.notes.push(format!(
            "On average over every choice of so many of the {} seeds, in closed form; fewest and most are of the \
             worst and of the best choice. What falls to a property without a seed falls to `{METAMORPHIC}` \
             with any.",
            all.seeds.len()
        ));
        Some(table)
    });
    Ok(tables.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_that_one_of_two_seeds_kills_falls_to_half_of_the_single_ones() {
        let mut by_seed = BySeed::default();
        by_seed.add("a", Some(1), true);
        by_seed.add("a", Some(2), false);
        by_seed.add("b", Some(2), false);
        by_seed.add("b", None, true);
        by_seed.add("c", Some(1), false);
        let rows = by_seed.rows("any");
        // Seeds, killed on average, in percent, fewest, most, of.
        let row = |k, average, percent, fewest, most| {
            vec![
                Cell::text("any"),
                Cell::Count(k),
                Cell::number(Some(average), 2),
                Cell::number(Some(percent), 1),
                Cell::Count(fewest),
                Cell::Count(most),
                Cell::Count(3),
            ]
        };
        assert_eq!(
            rows,
            [
                row(1, 1.5, 50.0, 1, 2),
                row(2, 2.0, 100.0 * 2.0 / 3.0, 2, 2)
            ]
        );
    }
}
