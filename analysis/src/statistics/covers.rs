//! The fewest properties that kill as much as all of them.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;

use super::dominators;

/// The fewest properties that kill what all kill, and what a simple rule would take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covers {
    /// The smallest set found, by place, in order.
    pub smallest: Vec<usize>,
    /// Whether no smaller set exists; `false` when the search gave up before it knew.
    pub is_proven: bool,
    /// What the greedy rule takes, in the order in which it takes them: always the property that
    /// kills most of what is left, the first of equal ones.
    pub greedy: Vec<usize>,
}

/// How many sets the search looks at before it gives up: a second's work on a slow machine.
const N_NODES: u64 = 1_000_000;

/// Finds the fewest properties that kill every mutant that any kills.
///
/// `kills` has for each property the mutants it kills; all sets have the same length. Only
/// dominators matter, for whoever kills them kills the rest. The search takes a mutant with the
/// fewest killers left, tries each of these, and drops a branch that cannot beat the best known.
///
/// Set covering is one of the problems of R. M. Karp, "Reducibility among combinatorial problems"
/// (1972); the greedy rule and how far it may be off are from V. Chvátal, "A greedy heuristic for the
/// set-covering problem", Mathematics of Operations Research 4 (1979), 233–235.
pub fn covers(kills: &[FixedBitSet]) -> Covers {
    let greedy = greedy(kills);
    let mut search = Search::new(kills, sorted(&greedy));
    let mut open = FixedBitSet::with_capacity(search.killers.len());
    open.insert_range(..);
    search.extend(&mut Vec::new(), &open);
    Covers {
        is_proven: search.n_nodes < N_NODES,
        smallest: search.best,
        greedy,
    }
}

fn greedy(kills: &[FixedBitSet]) -> Vec<usize> {
    let n_mutants = kills.iter().map(FixedBitSet::len).max().unwrap_or(0);
    let mut left = FixedBitSet::with_capacity(n_mutants);
    kills.iter().for_each(|kills| left.union_with(kills));
    let mut taken = Vec::new();
    while !left.is_clear() {
        let n_new = |&property: &usize| kills[property].intersection_count(&left);
        // The first of those that kill most: the last maximum of the reversed order.
        let best = (0..kills.len())
            .rev()
            .max_by_key(n_new)
            .expect("what is left is killed by some property");
        left.difference_with(&kills[best]);
        taken.push(best);
    }
    taken
}

/// A depth-first search with a bound.
struct Search {
    best: Vec<usize>,
    n_nodes: u64,
    /// For each mutant that has to be killed, the properties that do; those with fewest come first.
    killers: Vec<Vec<usize>>,
    /// For each property, the mutants among these that it kills.
    kills: Vec<FixedBitSet>,
    /// For each of these mutants, those that some property kills together with it.
    neighbours: Vec<FixedBitSet>,
}

impl Search {
    fn new(kills: &[FixedBitSet], best: Vec<usize>) -> Self {
        let n_mutants = kills.iter().map(FixedBitSet::len).max().unwrap_or(0);
        let killers: Vec<FixedBitSet> = (0..n_mutants)
            .map(|mutant| {
                let of_mutant = (0..kills.len()).filter(|&of| kills[of].contains(mutant));
                let mut killers = FixedBitSet::with_capacity(kills.len());
                killers.extend(of_mutant);
                killers
            })
            .collect();
        let mut needed: Vec<Vec<usize>> = dominators(&killers)
            .into_iter()
            .map(|mutant| killers[mutant].ones().collect())
            .collect();
        // Whoever has few killers leaves few choices, so the search branches least where it begins.
        needed.sort_by_key(Vec::len);
        let none = FixedBitSet::with_capacity(needed.len());
        let mut kills = vec![none.clone(); kills.len()];
        for (mutant, killers) in needed.iter().enumerate() {
            killers.iter().for_each(|&of| kills[of].insert(mutant));
        }
        let neighbours = needed.iter().map(|killers| {
            let mut together = none.clone();
            killers
                .iter()
                .for_each(|&of| together.union_with(&kills[of]));
            together
        });
        Self {
            best,
            n_nodes: 0,
            neighbours: neighbours.collect(),
            killers: needed,
            kills,
        }
    }

    /// Completes a choice in every way that may beat the best; `open` are the mutants it misses.
    fn extend(&mut self, chosen: &mut Vec<usize>, open: &FixedBitSet) {
        self.n_nodes += 1;
        let Some(hardest) = open.minimum() else {
            if chosen.len() < self.best.len() {
                self.best = sorted(chosen);
            }
            return;
        };
        if self.needs(open, self.best.len().saturating_sub(chosen.len())) {
            return;
        }
        let mut choices = self.killers[hardest].clone();
        // The largest first: a good choice early makes the bound cut more of what comes later.
        choices.sort_by_cached_key(|&of| Reverse(self.kills[of].intersection_count(open)));
        for property in choices {
            // The best so far is still a cover; what is lost is the proof that there is no smaller one, which
            // the table says.
            if self.n_nodes >= N_NODES {
                return;
            }
            let mut left = open.clone();
            left.difference_with(&self.kills[property]);
            chosen.push(property);
            self.extend(chosen, &left);
            chosen.pop();
        }
    }

    /// Whether no fewer properties than this kill the open mutants: mutants that share no killer
    /// need one property each.
    fn needs(&self, open: &FixedBitSet, n_properties: usize) -> bool {
        let mut left = open.clone();
        for _ in 0..n_properties {
            let Some(mutant) = left.minimum() else {
                return false;
            };
            left.difference_with(&self.neighbours[mutant]);
        }
        true
    }
}

fn sorted(places: &[usize]) -> Vec<usize> {
    let mut places = places.to_vec();
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(members: &[&[usize]]) -> Vec<FixedBitSet> {
        let n = members
            .iter()
            .flat_map(|set| set.iter())
            .max()
            .map_or(0, |last| last + 1);
        let set = |members: &&[usize]| {
            let mut set = FixedBitSet::with_capacity(n);
            set.extend(members.iter().copied());
            set
        };
        members.iter().map(set).collect()
    }

    /// Twelve points and six sets, Figure 35.3 of T. H. Cormen and others, "Introduction to
    /// Algorithms": S3, S4 and S5 cover all, while the greedy rule takes four sets, S1 first.
    #[test]
    fn the_greedy_rule_takes_one_set_too_many() {
        let found = covers(&sets(&[
            &[0, 1, 2, 3, 4, 5],
            &[4, 5, 7, 8],
            &[0, 3, 6, 9],
            &[1, 4, 6, 7, 10],
            &[2, 5, 8, 11],
            &[9, 10],
        ]));
        assert_eq!(found.smallest, [2, 3, 4]);
        assert!(found.is_proven);
        assert_eq!(found.greedy, [0, 3, 4, 2]);
    }

    #[test]
    fn a_property_that_alone_kills_something_is_needed() {
        let found = covers(&sets(&[&[0, 1, 2], &[1, 2, 3], &[0]]));
        assert_eq!((found.smallest, found.is_proven), (vec![0, 1], true));
    }

    #[test]
    fn no_fewer_are_found_by_trying_every_set() {
        let mut rng = killrate_model::Rng::new(1);
        for _ in 0..200 {
            let mut kills = vec![FixedBitSet::with_capacity(16); 8];
            let cells = (0..8).flat_map(|property| (0..16).map(move |mutant| (property, mutant)));
            for (property, mutant) in cells {
                kills[property].set(mutant, rng.below(4) == 0);
            }
            let killed_by = |properties: &[usize]| {
                let mut killed = FixedBitSet::with_capacity(16);
                properties
                    .iter()
                    .for_each(|&of| killed.union_with(&kills[of]));
                killed
            };
            let all: Vec<usize> = (0..8).collect();
            let subsets = (0..1_u32 << 8).map(|bits| -> Vec<usize> {
                all.iter()
                    .copied()
                    .filter(|of| bits >> of & 1 == 1)
                    .collect()
            });
            let enough = subsets.filter(|some| killed_by(some) == killed_by(&all));
            let fewest = enough.map(|some| some.len()).min();
            let found = covers(&kills);
            assert_eq!(killed_by(&found.smallest), killed_by(&all));
            assert_eq!(killed_by(&found.greedy), killed_by(&all));
            assert!(found.is_proven);
            assert_eq!(Some(found.smallest.len()), fewest, "{kills:?}");
        }
    }

    #[test]
    fn nothing_is_needed_where_nothing_is_killed() {
        let nothing = Covers {
            smallest: vec![],
            is_proven: true,
            greedy: vec![],
        };
        assert_eq!(covers(&[]), nothing);
        assert_eq!(covers(&sets(&[&[], &[]])), nothing);
    }
}
