//! Permuting against known sums.

use killrate_analysis::roles::{METAMORPHIC, PARTIAL_ORACLE};

use super::SUBJECT;
use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, decide};

pub(super) const CLAIM: Claim = Claim {
    number: 101,
    short: "permuting beats known sums",
    text: "Permuting numbers kills more mutants of a program that adds them than known sums do.",
    source: "Summers 1999, Table 1",
    rule: "On sum. Reproduced when metamorphic testing kills more, more than chance; not reproduced when \
           it kills as many or fewer; otherwise undecided.",
    studies: &["adding"],
    decide: |evidence| {
        let subjects = [SUBJECT.0];
        let duel = Duel {
            subjects: &subjects,
            more: METAMORPHIC,
            fewer: PARTIAL_ORACLE,
        };
        let duels = decide(evidence, &evidence.techniques, &[duel]);
        let techniques = [METAMORPHIC, PARTIAL_ORACLE];
        Decided {
            figures: techniques
                .map(|technique| evidence.technique(&subjects, technique))
                .into(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
