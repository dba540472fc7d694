//! Random places for missing values, the same ones for the same seed.

/// A splitmix64 generator (Steele, Lea, and Flood 2014).
#[derive(Clone, Debug)]
pub struct Generator {
    state: u64,
}

impl Generator {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Generator {
        Generator { state: seed }
    }

    /// A whole number from 0 up to but without `limit`, which is at least 1.
    pub fn below(&mut self, limit: usize) -> usize {
        // The upper half of the bits as a share of `limit`; the bias is below one in a million
        // for every list that fits into memory.
        let share = self.next() >> 32;
        ((share * limit as u64) >> 32) as usize
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
    fn every_number_below_the_limit_comes_up() {
        let mut generator = Generator::new(1);
        let mut n_times = [0; 3];
        for _ in 0..300 {
            n_times[generator.below(3)] += 1;
        }
        assert_eq!(n_times.iter().sum::<i32>(), 300);
        assert!(n_times.iter().all(|&n| n > 70), "{n_times:?}");
    }

    #[test]
    fn only_zero_is_below_one() {
        assert_eq!(Generator::new(9).below(1), 0);
    }
}
