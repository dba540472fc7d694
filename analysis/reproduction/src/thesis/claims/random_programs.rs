//! Statistical and heuristic metamorphic testing against the other techniques.

use killrate_analysis::roles::{ASSERTIONS, PARTIAL_ORACLE};

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, Figure, decide};
use crate::thesis::numbers::Random;

/// A random program of the thesis's third study, with the technique that fits its output.
const STUDY_3: [(&str, &str); 2] = [("martirank-ranking", "heuristic"), ("jsim", "statistical")];

pub(super) const CLAIM: Claim = Claim {
    number: 6,
    short: "samples of runs kill most on random programs",
    text: "On programs that use randomness, statistical and heuristic metamorphic testing kill more \
           mutants than a partial oracle and than assertions.",
    source: "Murphy 2010 thesis, Table 3.18",
    rule: "On martirank-ranking by the heuristic and on jsim by the statistical technique, both \
           calibrated. Reproduced when on each they kill more than each of the two, more than chance; \
           not reproduced when they kill as many as one of them or fewer; otherwise undecided.",
    studies: &["thesis-3"],
    decide: |evidence| {
        let subjects = STUDY_3.map(|(subject, _)| [subject]);
        let duels: Vec<Duel> = STUDY_3
            .iter()
            .zip(&subjects)
            .flat_map(|((_, more), subjects)| {
                [PARTIAL_ORACLE, ASSERTIONS].map(|fewer| Duel {
                    subjects,
                    more,
                    fewer,
                })
            })
            .collect();
        let duels = decide(evidence, &evidence.techniques, &duels);
        let figures = STUDY_3.iter().flat_map(|(subject, sampled)| {
            [*sampled, PARTIAL_ORACLE, ASSERTIONS].map(|technique| {
                let random = Random::Technique { subject, technique };
                let key = ((*subject).to_owned(), technique.to_owned());
                Figure {
                    name: format!("{technique} on {subject}"),
                    measured: evidence.techniques.scores.get(&key).copied(),
                    published: evidence.thesis.random(&random),
                    weighted: None,
                }
            })
        });
        Decided {
            figures: figures.collect(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
