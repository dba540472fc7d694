//! The data sets.

use crate::service::{FILES, MAIL, NAMES, WEB};
use crate::traffic::Parameters;

/// Every data set: its name, what it is about, and how it is made.
pub const SETS: [(&str, &str, Parameters); 6] = [
    (
        "payl-web",
        "Requests of three lengths to one port",
        Parameters {
            services: &[WEB],
            lengths: &[40, 64, 100],
            n_train: 240,
            n_test: 120,
            one_anomalous_of: 3,
            seed: 1,
        },
    ),
    (
        "payl-mail",
        "Lines of two lengths, one of them rare, to one port",
        Parameters {
            services: &[MAIL],
            lengths: &[72, 72, 72, 72, 72, 72, 72, 30],
            n_train: 200,
            n_test: 100,
            one_anomalous_of: 4,
            seed: 2,
        },
    ),
    (
        "payl-binary",
        "Binary packets of four lengths to two ports",
        Parameters {
            services: &[NAMES, FILES],
            lengths: &[16, 32, 33, 80],
            n_train: 320,
            n_test: 160,
            one_anomalous_of: 3,
            seed: 3,
        },
    ),
    (
        "payl-mixed",
        "Packets of three lengths to four ports",
        Parameters {
            services: &[WEB, MAIL, NAMES, FILES],
            lengths: &[20, 48, 90],
            n_train: 360,
            n_test: 180,
            one_anomalous_of: 2,
            seed: 4,
        },
    ),
    (
        "payl-short",
        "Packets of one to six bytes to two ports",
        Parameters {
            services: &[MAIL, FILES],
            lengths: &[1, 2, 3, 4, 5, 6],
            n_train: 400,
            n_test: 200,
            one_anomalous_of: 3,
            seed: 5,
        },
    ),
    (
        "payl-sparse",
        "Packets of many lengths, so that most have few examples",
        Parameters {
            services: &[WEB, NAMES],
            lengths: &[
                10, 11, 12, 13, 14, 15, 17, 18, 20, 22, 24, 25, 27, 30, 34, 36, 41, 45, 52, 60,
            ],
            n_train: 200,
            n_test: 150,
            one_anomalous_of: 5,
            seed: 6,
        },
    ),
];
