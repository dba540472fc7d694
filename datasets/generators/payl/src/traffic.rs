//! Packets, normal and not.

use crate::service::Service;
use generate_common::random::Generator;

/// How the packets of a data set are made.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// The services that packets go to, each as often as any other.
    pub services: &'static [Service],
    /// The payload lengths, each as often as it is listed.
    pub lengths: &'static [usize],
    /// Packets to learn from.
    pub n_train: usize,
    /// Packets to judge.
    pub n_test: usize,
    /// One of so many packets to judge is anomalous.
    pub one_anomalous_of: u64,
    /// Decides everything random.
    pub seed: u64,
}

/// The two files of a data set.
#[derive(Debug, PartialEq, Eq)]
pub struct Traffic {
    /// Normal packets.
    pub train: String,
    /// Normal and anomalous packets.
    pub test: String,
}

/// A port that no service has.
const UNUSED_PORT: u16 = 31337;

/// The byte that does nothing on many processors and fills the front of intruding code.
const FILLER: u8 = 0x90;

/// Kinds of anomalous packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anomaly {
    /// Any bytes, all as often.
    Noise,
    /// Half the payload is filler.
    Filler,
    /// One byte in eight is any byte.
    Tainted,
    /// The usual bytes of another service, or upside down when there is none.
    Foreign,
    /// Usual bytes, but one more than in any other packet of the same kind.
    Length,
    /// Usual bytes to an unused port.
    Port,
}

const ANOMALIES: [Anomaly; 6] = [
    Anomaly::Noise,
    Anomaly::Filler,
    Anomaly::Tainted,
    Anomaly::Foreign,
    Anomaly::Length,
    Anomaly::Port,
];

/// Makes the packets of a data set.
pub fn make_traffic(parameters: &Parameters) -> Traffic {
    let mut generator = Generator::new(parameters.seed);
    let mut train = header();
    for _ in 0..parameters.n_train {
        train.push_str(&normal_packet(parameters, &mut generator));
    }
    let mut test = header();
    for _ in 0..parameters.n_test {
        if generator.below(parameters.one_anomalous_of) == 0 {
            test.push_str(&anomalous_packet(parameters, &mut generator));
        } else {
            test.push_str(&normal_packet(parameters, &mut generator));
        }
    }
    Traffic { train, test }
}

fn header() -> String {
    "port,payload\n".to_owned()
}

fn normal_packet(parameters: &Parameters, generator: &mut Generator) -> String {
    let service = pick(parameters.services, generator);
    let length = pick(parameters.lengths, generator);
    line(service.port, &usual_payload(&service, length, generator))
}

fn anomalous_packet(parameters: &Parameters, generator: &mut Generator) -> String {
    let service = pick(parameters.services, generator);
    let length = pick(parameters.lengths, generator);
    let mut payload = usual_payload(&service, length, generator);
    let mut port = service.port;
    match pick(&ANOMALIES, generator) {
        Anomaly::Noise => payload.fill_with(|| any_byte(generator)),
        Anomaly::Filler => payload[..length / 2].fill(FILLER),
        Anomaly::Tainted => {
            for at in (0..length).step_by(8) {
                payload[at] = any_byte(generator);
            }
        }
        Anomaly::Foreign => {
            let other = pick(parameters.services, generator);
            if other.port == service.port {
                for byte in &mut payload {
                    *byte = 255 - *byte;
                }
            } else {
                payload = usual_payload(&other, length, generator);
            }
        }
        Anomaly::Length => {
            while parameters.lengths.contains(&payload.len()) {
                payload.push(service.usual_byte(generator));
            }
        }
        Anomaly::Port => port = UNUSED_PORT,
    }
    line(port, &payload)
}

fn usual_payload(service: &Service, length: usize, generator: &mut Generator) -> Vec<u8> {
    let mut payload = Vec::new();
    for _ in 0..length {
        payload.push(service.usual_byte(generator));
    }
    payload
}

fn pick<T: Copy>(choices: &[T], generator: &mut Generator) -> T {
    choices[generator.below(choices.len() as u64) as usize]
}

fn any_byte(generator: &mut Generator) -> u8 {
    generator.below(256) as u8
}

fn line(port: u16, payload: &[u8]) -> String {
    let mut text = format!("{port},");
    for byte in payload {
        text.push_str(&format!("{byte:02x}"));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{MAIL, WEB};

    const SMALL: Parameters = Parameters {
        services: &[WEB, MAIL],
        lengths: &[8, 9],
        n_train: 100,
        n_test: 400,
        one_anomalous_of: 2,
        seed: 1,
    };

    #[test]
    fn a_line_is_a_port_and_two_digits_per_byte() {
        assert_eq!(line(25, b"\x00a\xff"), "25,0061ff\n");
    }

    #[test]
    fn training_packets_are_normal() {
        let traffic = make_traffic(&SMALL);
        assert_eq!(traffic.train.lines().count(), 101);
        for packet in traffic.train.lines().skip(1) {
            let (port, payload) = packet.split_once(',').expect("a comma separates");
            assert!(port == "80" || port == "25", "{port}");
            assert!(payload.len() == 16 || payload.len() == 18, "{payload}");
        }
    }

    #[test]
    fn testing_packets_have_new_lengths_and_ports_too() {
        let traffic = make_traffic(&SMALL);
        assert_eq!(traffic.test.lines().count(), 401);
        assert!(traffic.test.contains("\n31337,"));
        let is_longer = |packet: &str| packet.len() == "80,".len() + 20;
        assert!(traffic.test.lines().skip(1).any(is_longer));
    }

    #[test]
    fn another_seed_makes_other_packets() {
        let other = Parameters { seed: 2, ..SMALL };
        assert_ne!(make_traffic(&SMALL), make_traffic(&other));
        assert_eq!(make_traffic(&SMALL), make_traffic(&SMALL));
    }
}
