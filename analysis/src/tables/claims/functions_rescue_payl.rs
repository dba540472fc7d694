//! Properties of functions where inputs allow few properties of the program.

use super::claim::{Claim, Decision, Figure};
use super::duels::{ABOUT_TEST, Duel, decide};
use crate::levels::Level;

const SUBJECT: &str = "payl";

pub(super) const CLAIM: Claim = Claim {
    number: 23,
    short: "functions' properties rescue PAYL",
    text: "Where valid inputs leave few properties of the whole program, as with PAYL, properties of \
           functions kill far more mutants.",
    source: "Murphy 2010 thesis, Table 4.4",
    rule: "The thesis's properties on payl. Reproduced when mrc kills more than metamorphic, more than \
           chance; not reproduced when it kills as many or fewer; otherwise undecided. The thesis says \
           the same of gaffitter (34 against 22 of 66), which is no subject here.",
    decide: |evidence| {
        let [system, functions] = [Level::System, Level::Functions];
        let duel = Duel {
            subjects: &[SUBJECT],
            more: functions.name(),
            fewer: system.name(),
        };
        let duels = decide(evidence, &evidence.levels, &[duel]);
        Decision {
            figures: [functions, system]
                .map(|level| Figure {
                    name: format!("{} on {SUBJECT}", level.name()),
                    measured: evidence.levels.rate(SUBJECT, level.name()),
                    published: evidence.published.by_level(SUBJECT, level),
                })
                .into(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            outcome: duels.outcome,
            reason: duels.reason,
        }
    },
};
