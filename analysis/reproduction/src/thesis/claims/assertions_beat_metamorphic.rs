//! Assertions against metamorphic testing on one program.

use killrate_analysis::roles::{ASSERTIONS, METAMORPHIC};

use crate::claims::{Claim, Decided, Decision, Duel, decide};

const SUBJECT: &str = "c45";

pub(super) const CLAIM: Claim = Claim {
    number: 3,
    short: "assertions can win on one program",
    text: "Assertions can beat metamorphic testing on one program, C4.5, by mutants that metamorphic \
           testing does not see.",
    source: "Murphy 2010 thesis, Table 3.4",
    rule: "On c45. Reproduced when assertions kill more than metamorphic testing: the claim is that it \
           can happen, so no test is asked for, and the thesis's own difference would pass none. Not \
           reproduced when they kill as many or fewer; otherwise undecided.",
    studies: &["thesis-1-assertions", "thesis-1-full"],
    decide: |evidence| {
        let duel = Duel {
            subjects: &[SUBJECT],
            more: ASSERTIONS,
            fewer: METAMORPHIC,
        };
        let duels = decide(evidence, &evidence.techniques, &[duel]);
        let has_fought = !duels.statistics.is_empty();
        // A single duel that was fought and not lost was won, if only by chance.
        let is_won = has_fought && duels.decision != Decision::NotReproduced;
        let techniques = [ASSERTIONS, METAMORPHIC];
        Decided {
            figures: techniques
                .map(|technique| evidence.technique(&[SUBJECT], technique))
                .into(),
            statistics: duels.statistics,
            decision: if is_won {
                Decision::Reproduced
            } else {
                duels.decision
            },
            reason: if is_won {
                format!("assertions killed more than metamorphic on {SUBJECT}")
            } else {
                duels.reason
            },
        }
    },
};
