//! Models and judgements as text.

use crate::detect::Judgement;
use crate::frequency::N_BYTES;
use crate::tcp_model::TcpModel;

/// One paragraph per port and length: what is known of it, then every byte that occurs.
pub fn render_model(model: &TcpModel) -> String {
    let mut text = String::new();
    for (port, port_model) in &model.ports {
        for (length, normal) in &port_model.lengths {
            text.push_str(&format!(
                "port {port} length {length} packets {} probability {:.6} threshold {:.6}\n",
                normal.n_packets, port_model.length_probability[*length], normal.threshold
            ));
            for byte in 0..N_BYTES {
                if normal.mean[byte] > 0.0 {
                    text.push_str(&format!(
                        "  {byte:02x} mean {:.6} deviation {:.6}\n",
                        normal.mean[byte], normal.deviation[byte]
                    ));
                }
            }
        }
    }
    text
}

/// A word and, where there is one, the distance.
pub fn render_judgement(judgement: Judgement) -> String {
    match judgement {
        Judgement::Ok { distance } => format!("ok {distance:.6}"),
        Judgement::Anomalous { distance } => format!("anomalous {distance:.6}"),
        Judgement::UnseenLength => "unseen-length".to_owned(),
        Judgement::UnseenPort => "unseen-port".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Packet;
    use crate::tcp_model::train_tcp_model;

    #[test]
    fn a_model_names_the_bytes_that_occur() {
        let packet = |payload: &[u8]| Packet {
            port: 80,
            payload: payload.to_vec(),
        };
        let model = train_tcp_model(&[packet(b"a\xff"), packet(b"aa"), packet(b"\x09")]);
        assert_eq!(
            render_model(&model),
            "port 80 length 1 packets 1 probability 0.333333 threshold 0.000000\n  \
             09 mean 1.000000 deviation 0.000000\n\
             port 80 length 2 packets 2 probability 0.666667 threshold 2.191235\n  \
             61 mean 0.750000 deviation 0.250000\n  \
             ff mean 0.250000 deviation 0.250000\n"
        );
    }

    #[track_caller]
    fn check_judgement(judgement: Judgement, expected: &str) {
        assert_eq!(render_judgement(judgement), expected);
    }

    #[test]
    fn a_judgement_is_a_word_and_perhaps_a_distance() {
        check_judgement(Judgement::Ok { distance: 0.5 }, "ok 0.500000");
        let distance = 1000.0 / 3.0;
        check_judgement(Judgement::Anomalous { distance }, "anomalous 333.333333");
        check_judgement(Judgement::UnseenLength, "unseen-length");
        check_judgement(Judgement::UnseenPort, "unseen-port");
    }
}
