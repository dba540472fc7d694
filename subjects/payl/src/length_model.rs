//! What is normal for one port and one payload length.

use crate::frequency::{N_BYTES, byte_frequency, count_bytes};

/// What is added to every standard deviation, so that a byte that never varied can be compared.
///
/// PAYL calls it the smoothing factor; the smaller it is, the more a new byte weighs.
const SMOOTHING: f64 = 0.001;

/// By how much a distance may exceed the greatest one of the training packets.
const LENIENCY: f64 = 1.1;

/// The byte frequencies of packets of one length to one port.
#[derive(Clone, Debug, PartialEq)]
pub struct LengthModel {
    /// How many packets they come from.
    pub n_packets: usize,
    /// The mean share of each byte.
    pub mean: [f64; N_BYTES],
    /// The standard deviation of each share.
    pub deviation: [f64; N_BYTES],
    /// The distance above which a packet is unusual.
    pub threshold: f64,
}

/// Learns from payloads of the same length, of which there is at least one.
pub fn train_length(payloads: &[&[u8]]) -> LengthModel {
    let length = payloads[0].len() as u64;
    let n_packets = payloads.len() as u64;
    let mut sum = [0; N_BYTES];
    let mut sum_of_squares = [0; N_BYTES];
    for payload in payloads {
        let counts = count_bytes(payload);
        for byte in 0..N_BYTES {
            sum[byte] += counts[byte];
            sum_of_squares[byte] += counts[byte] * counts[byte];
        }
    }
    let mut model = LengthModel {
        n_packets: payloads.len(),
        mean: [0.0; N_BYTES],
        deviation: [0.0; N_BYTES],
        threshold: 0.0,
    };
    // Counts are whole numbers, so that no order of the packets can change these sums.
    let n_bytes = (n_packets * length) as f64;
    for byte in 0..N_BYTES {
        let spread = n_packets * sum_of_squares[byte] - sum[byte] * sum[byte];
        model.mean[byte] = sum[byte] as f64 / n_bytes;
        model.deviation[byte] = (spread as f64).sqrt() / n_bytes;
    }
    model.threshold = LENIENCY * greatest_distance(&model, payloads);
    model
}

/// The simplified Mahalanobis distance of a packet's byte frequencies from the normal ones.
///
/// Every byte counts with its difference in units of its standard deviation.
pub fn test_tcp_model(model: &LengthModel, frequency: &[f64; N_BYTES]) -> f64 {
    let mut distance = 0.0;
    for byte in 0..N_BYTES {
        let mut difference = frequency[byte] - model.mean[byte];
        if difference < 0.0 {
            difference = -difference;
        }
        distance += difference / (model.deviation[byte] + SMOOTHING);
    }
    distance
}

fn greatest_distance(model: &LengthModel, payloads: &[&[u8]]) -> f64 {
    let mut greatest = 0.0;
    for payload in payloads {
        let distance = test_tcp_model(model, &byte_frequency(payload));
        if distance > greatest {
            greatest = distance;
        }
    }
    greatest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Room for the rounding of a few sums and quotients.
    const ROUNDING: f64 = 1e-12;

    #[track_caller]
    fn check_near(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < ROUNDING,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn mean_and_deviation_are_of_the_shares() {
        // The shares of `a` are 1 and 1/2, those of `b` 0 and 1/2.
        let model = train_length(&[b"aaaa", b"abab"]);
        assert_eq!(model.n_packets, 2);
        assert_eq!((model.mean[97], model.mean[98]), (0.75, 0.25));
        assert_eq!((model.deviation[97], model.deviation[98]), (0.25, 0.25));
        assert_eq!((model.mean[0], model.deviation[255]), (0.0, 0.0));
    }

    #[test]
    fn three_packets_have_the_deviation_of_all_three() {
        // The shares of `a` are 0, 1/2, and 1: the variance is (1/4 + 0 + 1/4) / 3 = 1/6.
        let model = train_length(&[b"bb", b"ab", b"aa"]);
        check_near(model.mean[97], 0.5);
        check_near(model.deviation[97] * model.deviation[97], 1.0 / 6.0);
    }

    #[test]
    fn the_threshold_is_a_tenth_above_the_greatest_training_distance() {
        // Both packets differ by 1/4 in two bytes of deviation 1/4.
        let model = train_length(&[b"aaaa", b"abab"]);
        check_near(model.threshold, 1.1 * 0.5 / 0.251);
        // A single packet is exactly what is expected.
        assert_eq!(train_length(&[b"ab"]).threshold, 0.0);
    }

    #[track_caller]
    fn check_distance(payload: &[u8], expected: f64) {
        let model = train_length(&[b"aaaa", b"abab"]);
        check_near(test_tcp_model(&model, &byte_frequency(payload)), expected);
    }

    #[test]
    fn differences_count_in_either_direction() {
        check_distance(b"aaab", 0.0);
        check_distance(b"aaaa", 0.5 / 0.251);
        check_distance(b"bbab", 1.0 / 0.251);
    }

    #[test]
    fn a_new_byte_counts_by_the_smoothing_alone() {
        check_distance(b"aaac", 0.25 / 0.251 + 0.25 / 0.001);
    }
}
