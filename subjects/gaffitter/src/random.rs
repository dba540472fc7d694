//! Random numbers, the same ones for the same seed.

/// A splitmix64 generator (Steele, Lea, and Flood 2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    state: u64,
}

/// Two to the power of 53: so many different numbers come from one draw.
const N_STEPS: f64 = 9_007_199_254_740_992.0;

impl Generator {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Generator {
        Generator { state: seed }
    }

    /// A number from 0 up to but without 1, each of 2^53 equally likely.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / N_STEPS
    }

    /// A whole number below `n`, each equally likely; 0 where there is none.
    pub fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }

    /// Whether something happens that has this probability.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_the_reference_implementation() {
        // The first three numbers of splitmix64.c (Vigna 2015) for the seed 1234567.
        let mut generator = Generator::new(1_234_567);
        assert_eq!(generator.next(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next(), 3_203_168_211_198_807_973);
        assert_eq!(generator.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn units_fill_the_interval_evenly() {
        let mut generator = Generator::new(1);
        let mut n_times = [0; 4];
        for _ in 0..4000 {
            n_times[(generator.unit() * 4.0) as usize] += 1;
        }
        // Six standard deviations around 1000.
        assert!(
            n_times.iter().all(|&n| (836..1164).contains(&n)),
            "{n_times:?}"
        );
    }

    #[test]
    fn numbers_below_are_below_and_probabilities_are_kept() {
        let mut generator = Generator::new(1);
        assert!((0..1000).all(|_| generator.below(3) < 3));
        assert_eq!(generator.below(0), 0);
        assert!((0..1000).all(|_| generator.happens(1.0)));
        assert!(!(0..1000).any(|_| generator.happens(0.0)));
    }
}
