//! The fewest properties that kill as much as all of them.

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
    let n_mutants = kills.iter().map(FixedBitSet::len).max().unwrap_or(0);
    let killers: Vec<FixedBitSet> = (0..n_mutants)
        .map(|mutant| {
            let mut killers = FixedBitSet::with_capacity(kills.len());
            killers.extend((0..kills.len()).filter(|&property| kills[property].contains(mutant)));
            killers
        })
        .collect();
    let needed: Vec<FixedBitSet> = dominators(&killers)
        .into_iter()
        .map(|mutant| killers[mutant].clone())
        .collect();
    let mut search = Search {
        best: sorted(&greedy),
        n_nodes: 0,
        killers: needed,
        n_properties: kills.len(),
    };
    let open: Vec<usize> = (0..search.killers.len()).collect();
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
        let best = (0..kills.len()).rev().max_by_key(n_new);
        let best = best.expect("what is left is killed by some property");
        left.difference_with(&kills[best]);
        taken.push(best);
    }
    taken
}

/// A depth-first search with a bound.
struct Search {
    best: Vec<usize>,
    n_nodes: u64,
    /// For each mutant that has to be killed, the properties that do.
    killers: Vec<FixedBitSet>,
    n_properties: usize,
}

impl Search {
    /// Completes a choice in every way that may beat the best; `open` are the mutants it misses.
    fn extend(&mut self, chosen: &mut Vec<usize>, open: &[usize]) {
        self.n_nodes += 1;
        if open.is_empty() {
            if chosen.len() < self.best.len() {
                self.best = sorted(chosen);
            }
            return;
        }
        if chosen.len() + self.n_needed(open) >= self.best.len() {
            return;
        }
        let n_killers = |mutant: &&usize| self.killers[**mutant].count_ones(..);
        let hardest = *open
            .iter()
            .min_by_key(n_killers)
            .expect("some mutant is open");
        let mut choices: Vec<usize> = self.killers[hardest].ones().collect();
        let n_open = |property: usize| {
            let killed = open
                .iter()
                .filter(|&&mutant| self.killers[mutant].contains(property));
            killed.count()
        };
        choices.sort_by_key(|&property| std::cmp::Reverse(n_open(property)));
        for property in choices {
            if self.n_nodes >= N_NODES {
                return;
            }
            let left: Vec<usize> = open
                .iter()
                .copied()
                .filter(|&mutant| !self.killers[mutant].contains(property))
                .collect();
            chosen.push(property);
            self.extend(chosen, &left);
            chosen.pop();
        }
    }

    /// No fewer properties than this kill the open mutants: mutants that share no killer need one
    /// property each.
    fn n_needed(&self, open: &[usize]) -> usize {
        let mut used = FixedBitSet::with_capacity(self.n_properties);
        let mut n_needed = 0;
        for &mutant in open {
            if self.killers[mutant].is_disjoint(&used) {
                used.union_with(&self.killers[mutant]);
                n_needed += 1;
            }
        }
        n_needed
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
