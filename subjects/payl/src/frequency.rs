//! How often each byte occurs.

/// How many different bytes there are.
pub const N_BYTES: usize = 256;

/// How often each byte occurs in a payload.
pub fn count_bytes(payload: &[u8]) -> [u64; N_BYTES] {
    let mut counts = [0; N_BYTES];
    for i in 0..payload.len() {
        counts[payload[i] as usize] += 1;
    }
    counts
}

/// The share of each byte in a payload that is not empty.
pub fn byte_frequency(payload: &[u8]) -> [f64; N_BYTES] {
    let counts = count_bytes(payload);
    let mut frequency = [0.0; N_BYTES];
    for byte in 0..N_BYTES {
        frequency[byte] = counts[byte] as f64 / payload.len() as f64;
    }
    frequency
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_counted() {
        let counts = count_bytes(&[0, 255, 7, 255]);
        assert_eq!((counts[0], counts[7], counts[255]), (1, 1, 2));
        assert_eq!(counts.iter().sum::<u64>(), 4);
    }

    #[test]
    fn frequencies_are_shares_of_the_length() {
        let frequency = byte_frequency(&[0, 255, 7, 255]);
        assert_eq!(
            (frequency[0], frequency[7], frequency[255]),
            (0.25, 0.25, 0.5)
        );
        assert_eq!(frequency.iter().sum::<f64>(), 1.0);
    }
}
