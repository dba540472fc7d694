//! Norms in one byte: three bits of mantissa, and five of exponent that count from 2^-15.

/// How many bits of a single-precision number are dropped: 24 of its mantissa, less the three kept.
const DROPPED_BITS: u32 = 21;
/// What the zero of the small exponent is in the number's own bits, three bits further left.
const ZERO: i32 = (63 - 15) << 3;

/// The byte nearest to zero from a number: the bits that do not fit are cut off, not rounded.
pub fn encode(norm: f32) -> u8 {
    let bits = norm.to_bits() as i32;
    let small = bits >> DROPPED_BITS;
    if bits <= 0 {
        0
    } else if small <= ZERO {
        // What is too small to be told from zero is the smallest number that is more than zero.
        1
    } else {
        u8::try_from(small - ZERO).unwrap_or(u8::MAX)
    }
}

/// The number that a byte stands for.
pub fn decode(byte: u8) -> f32 {
    if byte == 0 {
        return 0.0;
    }
    f32::from_bits((u32::from(byte) << DROPPED_BITS) + ((63 - 15) << 24))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_what_its_number_is_encoded_as() {
        for byte in 0..=u8::MAX {
            assert_eq!(encode(decode(byte)), byte);
        }
    }

    #[test]
    fn numbers_are_cut_off_to_the_byte_below() {
        assert_eq!(encode(1.0), 124);
        assert_eq!(decode(124), 1.0);
        // 1/√2 = 0.707 lies between 0.625 and 0.75.
        assert_eq!(decode(encode(0.707_106_77)), 0.625);
        assert_eq!(decode(encode(0.577_350_26)), 0.5);
        // The scene with 1700 tokens of the reference's worked example.
        assert_eq!(encode(0.024_253_562), 102);
        assert_eq!(decode(102), 0.023_437_5);
    }

    #[test]
    fn what_does_not_fit_becomes_the_nearest_end() {
        assert_eq!(encode(0.0), 0);
        assert_eq!(encode(-1.0), 0);
        assert_eq!(encode(1e-30), 1);
        assert_eq!(encode(f32::INFINITY), 255);
        assert_eq!(encode(1e20), 255);
    }
}
