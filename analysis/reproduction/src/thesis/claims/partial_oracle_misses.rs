//! The partial oracle against metamorphic testing on MartiRank.

use killrate_analysis::roles::{METAMORPHIC, PARTIAL_ORACLE};

use crate::claims::{Claim, Decided, Duel, decide};

const SUBJECT: &str = "martirank";

pub(super) const CLAIM: Claim = Claim {
    number: 4,
    short: "the partial oracle loses on MartiRank",
    text: "A partial oracle misses mutants that need large data: on MartiRank it kills fewer than \
           metamorphic testing.",
    source: "Murphy 2010 thesis, Table 3.4",
    rule: "On martirank. Reproduced when metamorphic testing kills more, more than chance; not \
           reproduced when it kills as many or fewer; otherwise undecided. That the size of the data is \
           the cause is not tested; the table `lines` has the coverage of the two kinds of data.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let duel = Duel {
            subjects: &[SUBJECT],
            more: METAMORPHIC,
            fewer: PARTIAL_ORACLE,
        };
        let duels = decide(evidence, &evidence.techniques, &[duel]);
        let techniques = [PARTIAL_ORACLE, METAMORPHIC];
        Decided {
            figures: techniques
                .map(|technique| evidence.technique(&[SUBJECT], technique))
                .into(),
            statistics: duels.statistics,
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
