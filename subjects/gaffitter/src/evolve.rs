//! The genetic algorithm: choices are combined and changed, and the best live on.

use crate::crossover::crossover;
use crate::first_generation::random_choice;
use crate::fitness::fitness;
use crate::generation::{Candidate, generation};
use crate::history::{Census, census};
use crate::mutation::mutate;
use crate::random::Generator;
use crate::selection::select;

/// How the algorithm goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many generations follow the first one.
    pub n_generations: u64,
    /// How many choices live on, and how many children they have.
    pub n_candidates: usize,
    /// The probability that a child has two parents.
    pub crossover_probability: f64,
    /// The probability that a child is changed.
    pub mutation_probability: f64,
    /// Decides all random choices.
    pub seed: u64,
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The files that fill most of the target, as far as was found, ascending.
    pub chosen: Vec<usize>,
    /// What the generations were like, the first one included.
    pub history: Vec<Census>,
}

/// Chooses files for a target; those that are larger than it are never chosen.
pub fn evolve(sizes: &[u64], target: u64, settings: &Settings) -> Outcome {
    let mut fitting = Vec::new();
    for (file, size) in sizes.iter().enumerate() {
        if *size <= target {
            fitting.push(file);
        }
    }
    let sizes: Vec<u64> = fitting.iter().map(|&file| sizes[file]).collect();
    let mut generator = Generator::new(settings.seed);
    let mut candidates = Vec::new();
    for _ in 0..settings.n_candidates {
        let files = random_choice(&sizes, target, &mut generator);
        candidates.push(judged(files, &sizes, target));
    }
    candidates = generation(&candidates, settings.n_candidates);
    let mut history = Vec::new();
    history.extend(census(&candidates));
    for _ in 0..settings.n_generations {
        // Nothing is better than a full volume.
        if candidates.first().is_none_or(|best| best.fitness >= 1.0) {
            break;
        }
        let children = children(&candidates, &sizes, target, settings, &mut generator);
        // Parents live on beside their children, so the best is never lost.
        candidates.extend(children);
        candidates = generation(&candidates, settings.n_candidates);
        history.extend(census(&candidates));
    }
    let mut best = match candidates.first() {
        Some(candidate) => candidate.files.clone(),
        None => Vec::new(),
    };
    best.sort_unstable();
    Outcome {
        chosen: best.iter().map(|&file| fitting[file]).collect(),
        history,
    }
}

fn children(
    parents: &[Candidate],
    sizes: &[u64],
    target: u64,
    settings: &Settings,
    generator: &mut Generator,
) -> Vec<Candidate> {
    let mut children = Vec::new();
    while children.len() < settings.n_candidates {
        let first = &parents[select(parents.len(), generator)];
        let mut files = first.files.clone();
        if generator.happens(settings.crossover_probability) {
            let second = &parents[select(parents.len(), generator)];
            files = crossover(&first.files, &second.files, generator);
        }
        if generator.happens(settings.mutation_probability) {
            mutate(&mut files, sizes, target, generator);
        }
        children.push(judged(files, sizes, target));
    }
    children
}

fn judged(files: Vec<usize>, sizes: &[u64], target: u64) -> Candidate {
    let chosen: Vec<u64> = files.iter().map(|&file| sizes[file]).collect();
    Candidate {
        fitness: fitness(&chosen, target),
        files,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(seed: u64) -> Settings {
        Settings {
            n_generations: 20,
            n_candidates: 30,
            crossover_probability: 0.5,
            mutation_probability: 0.9,
            seed,
        }
    }

    fn chosen(sizes: &[u64], target: u64, settings: &Settings) -> Vec<usize> {
        evolve(sizes, target, settings).chosen
    }

    #[test]
    fn the_only_choice_that_fills_the_volume_is_found() {
        let sizes = [1, 2, 4, 8, 16, 32];
        for seed in 0..20 {
            assert_eq!(chosen(&sizes, 11, &settings(seed)), [0, 1, 3]);
        }
    }

    #[test]
    fn files_that_are_too_large_change_nothing() {
        let sizes = [100, 70, 60, 50, 45, 25, 13, 7];
        let mut with_large = sizes.to_vec();
        with_large.insert(3, 101);
        for seed in 0..20 {
            let without = chosen(&sizes[1..], 99, &settings(seed));
            let mut moved = chosen(&with_large[1..], 99, &settings(seed));
            assert!(!moved.contains(&2));
            for file in &mut moved {
                *file -= usize::from(*file > 2);
            }
            assert_eq!(without, moved);
        }
    }

    #[test]
    fn nothing_to_choose_from_is_an_empty_choice() {
        assert_eq!(chosen(&[], 10, &settings(1)), []);
        assert_eq!(chosen(&[11, 12], 10, &settings(1)), []);
        assert_eq!(chosen(&[1], 0, &settings(1)), []);
    }

    #[test]
    fn the_best_never_gets_worse_and_a_full_volume_ends_it() {
        let sizes: Vec<u64> = (1..40).map(|place| place * place * 37 % 1009).collect();
        for seed in 0..20 {
            let outcome = evolve(&sizes, 5000, &settings(seed));
            let best: Vec<f64> = outcome.history.iter().map(|census| census.best).collect();
            assert!(best.is_sorted(), "{best:?}");
            let n_full = best.iter().filter(|&&fitness| fitness == 1.0).count();
            assert!(n_full == 1 || (n_full == 0 && best.len() == 21));
        }
    }
}
