//! How probable each payload length is.

use crate::packet::{MAX_PAYLOAD, Packet};

/// The share of the packets to a port that have each length, from 0 to `MAX_PAYLOAD`.
///
/// All zero for a port without packets.
pub fn compute_tcp_len_prob(packets: &[Packet], port: u16) -> Vec<f64> {
    let mut counts = vec![0; MAX_PAYLOAD + 1];
    let mut n_packets = 0;
    for packet in packets {
        if packet.port == port {
            counts[packet.payload.len()] += 1;
            n_packets += 1;
        }
    }
    let mut probability = vec![0.0; counts.len()];
    if n_packets > 0 {
        for length in 0..counts.len() {
            probability[length] = f64::from(counts[length]) / f64::from(n_packets);
        }
    }
    probability
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(port: u16, expected: &[(usize, f64)]) {
        let packet = |port, length| Packet {
            port,
            payload: vec![65; length],
        };
        let packets = [
            packet(80, 2),
            packet(25, 7),
            packet(80, 3),
            packet(80, MAX_PAYLOAD),
            packet(80, 3),
        ];
        let probability = compute_tcp_len_prob(&packets, port);
        assert_eq!(probability.len(), MAX_PAYLOAD + 1);
        let mut found = Vec::new();
        for length in 0..probability.len() {
            if probability[length] > 0.0 {
                found.push((length, probability[length]));
            }
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn lengths_are_counted_per_port() {
        check(80, &[(2, 0.25), (3, 0.5), (MAX_PAYLOAD, 0.25)]);
        check(25, &[(7, 1.0)]);
    }

    #[test]
    fn a_port_without_packets_has_no_lengths() {
        check(443, &[]);
    }
}
