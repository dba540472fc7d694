//! The one random generator of the harness.

use crate::Digest;

/// A seeded generator (SplitMix64) whose stream depends on nothing but its seed.
///
/// It is spelled out here, not taken from a crate, because records are promised to be the same
/// bytes in later versions, and random crates change their streams between versions.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The generator for this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The generator for one purpose under a seed, so that purposes do not share a stream.
    pub fn for_purpose(seed: u64, purpose: &str) -> Self {
        let digest = Digest::of(purpose.as_bytes());
        let (first, _) = digest
            .as_bytes()
            .split_first_chunk::<8>()
            .expect("a digest has 32 bytes");
        Self::new(seed ^ u64::from_le_bytes(*first))
    }

    /// The next number of the stream.
    pub fn next_u64(&mut self) -> u64 {
        // The step is 2^64 divided by the golden ratio; shifts and factors are variant 13 of D.
        // Stafford's mixers, as in SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014).
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, every one equally likely.
    ///
    /// # Panics
    /// When `bound` is zero: there is no such number.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below zero");
        // Numbers from the incomplete last stretch would favour small results.
        let rejected = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next_u64();
            if number < rejected {
                return number % bound;
            }
        }
    }

    /// Puts the items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // The published reference stream for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        let stream: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(
            stream,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_depends_on_the_seed_alone() {
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..20).collect();
            Rng::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<u32>>());
    }

    #[test]
    fn every_number_below_the_bound_is_about_equally_likely() {
        let mut rng = Rng::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..6000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Six standard deviations around 1000.
        assert!(
            counts.iter().all(|count| (827..=1173).contains(count)),
            "{counts:?}"
        );
    }
}
