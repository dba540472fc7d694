//! Mutants whose death implies that of others.

use fixedbitset::FixedBitSet;

/// One mutant of every group that no other group subsumes, by place, in order.
///
/// `killers` has for each mutant the set of tests that kill it. A mutant subsumes another when it is
/// killed and every test that kills it kills the other too; mutants with the same killers are one
/// group, of which the first stands here. Whoever kills all dominators kills every killed mutant.
/// Mutants that nothing kills subsume nothing and are left out.
///
/// P. Ammann, M. E. Delamaro and J. Offutt, "Establishing theoretical minimal sets of mutants", ICST
/// 2014, 21–30; "dominator" is the word of B. Kurtz and others, "Mutant subsumption graphs", ICSTW
/// 2014, 176–185.
pub fn dominators(killers: &[FixedBitSet]) -> Vec<usize> {
    let mut killed: Vec<usize> = (0..killers.len())
        .filter(|&mutant| !killers[mutant].is_clear())
        .collect();
    // Only a set with fewer members can be a proper part of another.
    killed.sort_by_key(|&mutant| (killers[mutant].count_ones(..), mutant));
    let mut dominators: Vec<usize> = Vec::new();
    for mutant in killed {
        let is_subsumed = dominators
            .iter()
            .any(|&known| killers[known].is_subset(&killers[mutant]));
        if !is_subsumed {
            dominators.push(mutant);
        }
    }
    dominators.sort_unstable();
    dominators
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(killers: &[&str], expected: &[usize]) {
        let killers: Vec<FixedBitSet> = killers
            .iter()
            .map(|marks| {
                let mut set = FixedBitSet::with_capacity(marks.len());
                let hits = marks.char_indices().filter(|(_, mark)| *mark == '1');
                hits.for_each(|(place, _)| set.insert(place));
                set
            })
            .collect();
        assert_eq!(dominators(&killers), expected);
    }

    /// The example of R. Gopinath, "Various definitions of minimal mutant sets" (2016): m1 falls to
    /// t1 and t2, m2 and m3 to t2 and t3; the last two cannot be told apart, and neither subsumes m1.
    #[test]
    fn mutants_that_fall_to_the_same_tests_count_once() {
        check(&["110", "011", "011"], &[0, 1]);
    }

    #[test]
    fn a_mutant_that_falls_to_fewer_tests_subsumes_the_others() {
        check(&["111", "010", "110"], &[1]);
        check(&["100", "110", "011", "111"], &[0, 2]);
    }

    #[test]
    fn a_mutant_that_nothing_kills_subsumes_nothing() {
        check(&["000", "110", "000"], &[1]);
        check(&["00"], &[]);
        check(&[], &[]);
    }
}
