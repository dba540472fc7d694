//! What is normal for all ports and payload lengths.

use crate::length_model::{LengthModel, train_length};
use crate::length_probability::compute_tcp_len_prob;
use crate::packet::Packet;
use std::collections::BTreeMap;

/// What is normal for one port.
#[derive(Clone, Debug, PartialEq)]
pub struct PortModel {
    /// The probability of each payload length.
    pub length_probability: Vec<f64>,
    /// The models of the lengths that are possible.
    pub lengths: BTreeMap<usize, LengthModel>,
}

/// What is normal, by port.
#[derive(Clone, Debug, PartialEq)]
pub struct TcpModel {
    /// The ports that have packets.
    pub ports: BTreeMap<u16, PortModel>,
}

/// Learns from packets.
pub fn train_tcp_model(packets: &[Packet]) -> TcpModel {
    let mut ports = BTreeMap::new();
    for packet in packets {
        ports
            .entry(packet.port)
            .or_insert_with(|| train_port(packets, packet.port));
    }
    TcpModel { ports }
}

fn train_port(packets: &[Packet], port: u16) -> PortModel {
    let length_probability = compute_tcp_len_prob(packets, port);
    let mut lengths = BTreeMap::new();
    for length in 0..length_probability.len() {
        if length_probability[length] > 0.0 {
            let mut payloads = Vec::new();
            for packet in packets {
                if packet.port == port && packet.payload.len() == length {
                    payloads.push(packet.payload.as_slice());
                }
            }
            lengths.insert(length, train_length(&payloads));
        }
    }
    PortModel {
        length_probability,
        lengths,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::parse_packets;

    #[test]
    fn every_port_and_length_has_its_own_model() {
        let text = "port,payload\n80,61\n25,6162\n80,6162\n80,6161\n";
        let packets = parse_packets("a.csv", text).expect("the text is a packet file");
        let model = train_tcp_model(&packets);
        let mut found = Vec::new();
        for (port, port_model) in &model.ports {
            for (length, length_model) in &port_model.lengths {
                found.push((
                    *port,
                    *length,
                    length_model.n_packets,
                    length_model.mean[97],
                ));
            }
        }
        let expected = [(25, 2, 1, 0.5), (80, 1, 1, 1.0), (80, 2, 2, 0.75)];
        assert_eq!(found, expected);
        assert_eq!(model.ports[&80].length_probability[2], 2.0 / 3.0);
    }
}
