//! What became of the generations.

use std::fmt::Write;

use crate::generation::Candidate;

/// How good the candidates of a generation are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Census {
    /// The fitness of the best.
    pub best: f64,
    /// The mean fitness.
    pub mean: f64,
    /// The standard deviation of the fitness.
    pub spread: f64,
}

/// What there is to say of a generation; nothing of one without candidates.
pub fn census(candidates: &[Candidate]) -> Option<Census> {
    let best = candidates.first()?.fitness;
    let n_candidates = candidates.len() as f64;
    let mut sum = 0.0;
    for candidate in candidates {
        sum += candidate.fitness;
    }
    let mean = sum / n_candidates;
    let mut sum_of_squares = 0.0;
    for candidate in candidates {
        let deviation = candidate.fitness - mean;
        sum_of_squares += deviation * deviation;
    }
    let spread = (sum_of_squares / n_candidates).sqrt();
    Some(Census { best, mean, spread })
}

/// A table of all generations.
pub fn render_history(censuses: &[Census]) -> String {
    let mut text = String::from("generation,best,mean,spread\n");
    for (index, census) in censuses.iter().enumerate() {
        let Census { best, mean, spread } = census;
        let generation = index + 1;
        let _ = writeln!(text, "{generation},{best:.9},{mean:.9},{spread:.9}");
    }
    text
}

/// What the choice is like: how many files it has, and how much of the volume they use and waste.
pub fn render_summary(n_files: usize, used: u64, target: u64) -> String {
    let wasted = target - used;
    let percent = if target > 0 {
        100.0 * used as f64 / target as f64
    } else {
        100.0
    };
    format!("files {n_files}\nused {used}\nwasted {wasted}\nfilled {percent:.4}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_told_by_its_best_its_mean_and_its_spread() {
        let candidates = [0.75, 0.5, 0.25].map(|fitness| Candidate {
            files: Vec::new(),
            fitness,
        });
        let spread = (0.125_f64 / 3.0).sqrt();
        let told = census(&candidates).expect("there are candidates");
        assert_eq!((told.best, told.mean), (0.75, 0.5));
        assert!((told.spread - spread).abs() < 1e-15);
        assert_eq!(census(&[]), None);
    }

    #[test]
    fn generations_are_counted_from_one() {
        let told = Census {
            best: 1.0,
            mean: 0.5,
            spread: 0.25,
        };
        assert_eq!(
            render_history(&[told, told]),
            "generation,best,mean,spread\n\
             1,1.000000000,0.500000000,0.250000000\n\
             2,1.000000000,0.500000000,0.250000000\n"
        );
    }

    #[test]
    fn a_summary_tells_what_is_used_and_wasted() {
        assert_eq!(
            render_summary(2, 998, 1000),
            "files 2\nused 998\nwasted 2\nfilled 99.8000\n"
        );
        assert_eq!(
            render_summary(0, 0, 0),
            "files 0\nused 0\nwasted 0\nfilled 100.0000\n"
        );
    }
}
