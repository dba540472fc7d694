//! What one run of the original tells about every mutant.

/// For every mutant, whether its site was reached and whether its value would have differed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    reached: Vec<u8>,
    infected: Vec<u8>,
}

impl Reach {
    /// From two bit sets, bit `n` of byte `n / 8` standing for mutant number `n`.
    pub fn new(reached: Vec<u8>, infected: Vec<u8>) -> Self {
        Self { reached, infected }
    }

    /// Whether the site of the mutant of this number was evaluated at least once.
    pub fn is_reached(&self, number: u32) -> bool {
        bit(&self.reached, number)
    }

    /// Whether the mutant's value differed from the original's at least once, or may have.
    pub fn is_infected(&self, number: u32) -> bool {
        bit(&self.infected, number)
    }

    /// The two bit sets, reached first.
    pub fn as_bits(&self) -> (&[u8], &[u8]) {
        (&self.reached, &self.infected)
    }
}

fn bit(bits: &[u8], number: u32) -> bool {
    bits.get(number as usize / 8)
        .is_some_and(|byte| byte & (1 << (number % 8)) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_from_the_low_end_and_missing_ones_are_unset() {
        let reach = Reach::new(vec![0b0000_0010, 0b1000_0000], vec![0, 0b1000_0000]);
        let reached: Vec<u32> = (0..40).filter(|&number| reach.is_reached(number)).collect();
        let infected: Vec<u32> = (0..40)
            .filter(|&number| reach.is_infected(number))
            .collect();
        assert_eq!((reached, infected), (vec![1, 15], vec![15]));
    }
}
