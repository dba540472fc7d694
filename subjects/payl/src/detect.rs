//! Judging packets.

use crate::frequency::byte_frequency;
use crate::length_model::test_tcp_model;
use crate::packet::Packet;
use crate::tcp_model::TcpModel;

/// What is to be said about a packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    /// Nothing: it is near enough to what is normal.
    Ok {
        /// How near.
        distance: f64,
    },
    /// Its bytes are farther from normal than the threshold allows.
    Anomalous {
        /// How far.
        distance: f64,
    },
    /// No training packet to its port has its length.
    UnseenLength,
    /// No training packet goes to its port.
    UnseenPort,
}

/// Compares a packet with what is normal for its port and length.
pub fn judge(model: &TcpModel, packet: &Packet) -> Judgement {
    let Some(port) = model.ports.get(&packet.port) else {
        return Judgement::UnseenPort;
    };
    let Some(normal) = port.lengths.get(&packet.payload.len()) else {
        return Judgement::UnseenLength;
    };
    let distance = test_tcp_model(normal, &byte_frequency(&packet.payload));
    if distance > normal.threshold {
        Judgement::Anomalous { distance }
    } else {
        Judgement::Ok { distance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp_model::train_tcp_model;

    #[track_caller]
    fn check(port: u16, payload: &[u8], expected: Judgement) {
        let packet = |port, payload: &[u8]| Packet {
            port,
            payload: payload.to_vec(),
        };
        let model = train_tcp_model(&[packet(80, b"ab"), packet(80, b"ba"), packet(25, b"abc")]);
        assert_eq!(judge(&model, &packet(port, payload)), expected);
    }

    #[test]
    fn the_threshold_itself_is_ok() {
        check(80, b"ba", Judgement::Ok { distance: 0.0 });
    }

    #[test]
    fn a_distance_above_the_threshold_is_anomalous() {
        // Half a byte too many and half too few, each divided by the smoothing.
        check(80, b"aa", Judgement::Anomalous { distance: 1000.0 });
    }

    #[test]
    fn lengths_and_ports_must_have_been_seen() {
        check(80, b"abc", Judgement::UnseenLength);
        check(25, b"ab", Judgement::UnseenLength);
        check(81, b"ab", Judgement::UnseenPort);
    }
}
