//! Which choices live on.

use std::cmp::Ordering;

/// A choice of files and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The files, as places in the list of all files; their order matters to children only.
    pub files: Vec<usize>,
    /// The share of the volume that they fill, or -1 when they do not fit.
    pub fitness: f64,
}

/// The best candidates, at most so many, the very best first.
///
/// Of those that are equally good one is enough, the one with the smallest list of files: others
/// would crowd out what is different. So the order in which candidates are given does not matter.
pub fn generation(candidates: &[Candidate], n_survivors: usize) -> Vec<Candidate> {
    let mut survivors: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let mut place = survivors.len();
        while place > 0 && rank(candidate, &survivors[place - 1]) == Ordering::Less {
            place -= 1;
        }
        if place > 0 && survivors[place - 1].fitness == candidate.fitness {
            continue;
        }
        if place < survivors.len() && survivors[place].fitness == candidate.fitness {
            survivors[place] = candidate.clone();
            continue;
        }
        if place < n_survivors {
            survivors.insert(place, candidate.clone());
        }
        if survivors.len() > n_survivors {
            survivors.pop();
        }
    }
    survivors
}

/// `Less` for what comes first: the better one, or the smaller list of files.
fn rank(one: &Candidate, other: &Candidate) -> Ordering {
    let by_fitness = other.fitness.total_cmp(&one.fitness);
    by_fitness.then_with(|| one.files.cmp(&other.files))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(fitness: f64, files: &[usize]) -> Candidate {
        Candidate {
            files: files.to_vec(),
            fitness,
        }
    }

    #[track_caller]
    fn check(candidates: &[Candidate], n_survivors: usize, expected: &[usize]) {
        let survivors = generation(candidates, n_survivors);
        let expected: Vec<Candidate> = expected
            .iter()
            .map(|&place| candidates[place].clone())
            .collect();
        assert_eq!(survivors, expected);
        let backwards: Vec<Candidate> = candidates.iter().rev().cloned().collect();
        assert_eq!(generation(&backwards, n_survivors), expected);
    }

    #[test]
    fn the_best_live_on() {
        let candidates = [
            candidate(0.5, &[0]),
            candidate(-1.0, &[1]),
            candidate(0.75, &[2]),
            candidate(0.25, &[3]),
        ];
        check(&candidates, 2, &[2, 0]);
        check(&candidates, 9, &[2, 0, 3, 1]);
        check(&candidates, 0, &[]);
    }

    #[test]
    fn of_equally_good_ones_the_smallest_list_lives_on() {
        let candidates = [
            candidate(0.5, &[2, 0]),
            candidate(0.5, &[0, 2]),
            candidate(0.25, &[3]),
            candidate(0.5, &[2, 0]),
            candidate(0.5, &[1]),
        ];
        check(&candidates, 4, &[1, 2]);
        check(&candidates, 1, &[1]);
    }
}
