//! Random changes of a choice.

use crate::first_generation::fill_up;
use crate::random::Generator;

/// How many files are taken out at most.
const MOST_TAKEN_OUT: usize = 3;

/// How likely it is that the best file takes the place of others, and not any that fit.
const BEST_FIT_PROBABILITY: f64 = 0.25;

/// Takes one file out, or a few, and puts others in where they fit.
///
/// A choice that still does not fit after that gets no other files.
pub fn mutate(chosen: &mut Vec<usize>, sizes: &[u64], target: u64, generator: &mut Generator) {
    let n_taken_out = 1 + generator.below(MOST_TAKEN_OUT);
    for _ in 0..n_taken_out.min(chosen.len()) {
        chosen.remove(generator.below(chosen.len()));
    }
    if generator.happens(BEST_FIT_PROBABILITY) {
        put_in_best(chosen, sizes, target);
    } else {
        fill_up(chosen, sizes, target, generator);
    }
}

/// Puts in the largest file that fits, if any does.
pub fn put_in_best(chosen: &mut Vec<usize>, sizes: &[u64], target: u64) {
    let mut used = 0;
    for file in chosen.iter() {
        used += sizes[*file];
    }
    let mut best = None;
    let mut best_size = 0;
    for (file, size) in sizes.iter().enumerate() {
        if *size > best_size && used + size <= target && !chosen.contains(&file) {
            best = Some(file);
            best_size = *size;
        }
    }
    chosen.extend(best);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All choices that one change makes of this one, each in the order of its files.
    fn changed(chosen: &[usize], sizes: &[u64], target: u64) -> BTreeSet<Vec<usize>> {
        (0..300)
            .map(|seed| {
                let mut changed = chosen.to_vec();
                mutate(&mut changed, sizes, target, &mut Generator::new(seed));
                changed.sort_unstable();
                changed
            })
            .collect()
    }

    #[test]
    fn other_files_take_the_place_of_some() {
        let expected = [vec![0], vec![1], vec![2]];
        assert_eq!(changed(&[0], &[5, 6, 7, 8], 7), BTreeSet::from(expected));
    }

    #[test]
    fn what_still_does_not_fit_is_only_taken_out() {
        let expected = [
            vec![],
            vec![0],
            vec![0, 1],
            vec![0, 2],
            vec![1],
            vec![1, 2],
            vec![2],
        ];
        assert_eq!(changed(&[0, 1, 2], &[9, 9, 9], 8), BTreeSet::from(expected));
    }

    #[test]
    fn nothing_can_be_taken_out_of_nothing() {
        assert_eq!(changed(&[], &[], 5), BTreeSet::from([vec![]]));
        assert_eq!(changed(&[], &[6], 5), BTreeSet::from([vec![]]));
    }

    #[track_caller]
    fn check_best(chosen: &[usize], target: u64, expected: &[usize]) {
        let mut with_best = chosen.to_vec();
        put_in_best(&mut with_best, &[5, 1, 4, 4, 9], target);
        assert_eq!(with_best, expected);
    }

    #[test]
    fn the_best_file_is_the_largest_that_fits() {
        check_best(&[1], 7, &[1, 0]);
        check_best(&[1], 5, &[1, 2]);
        check_best(&[2, 0], 13, &[2, 0, 3]);
        check_best(&[2, 0], 9, &[2, 0]);
        check_best(&[4], 8, &[4]);
    }
}
