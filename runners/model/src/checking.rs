//! Which calls of functions that have properties are tested.

use serde::{Deserialize, Serialize};

/// Which calls of functions that have properties are tested, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Checking {
    /// Every how many calls of a function one is tested.
    pub every: u64,
    /// How many of a million such calls are tested, on average.
    pub per_million: u32,
    /// How many calls of a function are tested at most.
    pub budget: Option<u64>,
    /// What random choices follow from.
    pub seed: u64,
    /// Whether all tests run in a copy of the process, whatever their properties say.
    pub forks: bool,
}

impl Checking {
    /// All calls, each property in its own sandbox.
    pub const ALL: Self = Self {
        every: 1,
        per_million: 1_000_000,
        budget: None,
        seed: 0,
        forks: false,
    };

    /// Whether no call is left out.
    pub fn tests_every_call(&self) -> bool {
        self.every == 1 && self.per_million == 1_000_000 && self.budget.is_none()
    }

    /// The words that a woven program reads.
    pub fn words(&self) -> String {
        let mut words = vec![
            format!("every={}", self.every),
            // A woven program reads a share, as people write it, and not millionths.
            format!("probability={}", f64::from(self.per_million) / 1e6),
            format!("seed={}", self.seed),
        ];
        words.extend(self.budget.map(|budget| format!("budget={budget}")));
        words.extend(self.forks.then(|| "fork".to_owned()));
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_say_everything() {
        assert_eq!(Checking::ALL.words(), "every=1 probability=1 seed=0");
        assert!(Checking::ALL.tests_every_call());
        let checking = Checking {
            every: 3,
            per_million: 250_000,
            budget: Some(7),
            seed: 9,
            forks: true,
        };
        assert_eq!(
            checking.words(),
            "every=3 probability=0.25 seed=9 budget=7 fork"
        );
        assert!(!checking.tests_every_call());
    }
}
