//! Random numbers that are the same on every machine.

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

    /// A number from 0 up to but without 1, with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number from 0 up to but without `limit`, which is at least 1.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
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
        // The first two numbers of splitmix64.c (Vigna 2015) for the seed 1234567.
        let mut generator = Generator::new(1_234_567);
        assert_eq!(generator.next(), 6_457_827_717_110_365_317);
        assert_eq!(generator.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_below_their_limits() {
        let mut generator = Generator::new(5);
        let mut n_times = [0; 4];
        for _ in 0..400 {
            let unit = generator.unit();
            assert!((0.0..1.0).contains(&unit));
            n_times[generator.below(4) as usize] += 1;
        }
        assert!(n_times.iter().all(|&n| n > 60), "{n_times:?}");
    }
}
