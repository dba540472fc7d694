//! Properties of functions where inputs allow few properties of the program.

use killrate_analysis::levels::Level;

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, Figure, decide};

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
    studies: &["thesis-mrc"],
    decide: |evidence| {
        let levels = [Level::Functions, Level::System];
        let [functions, system] = levels.map(|level| evidence.level(level));
        let duel = Duel {
            subjects: &[SUBJECT],
            more: &functions,
            fewer: &system,
        };
        let duels = decide(evidence, &evidence.levels, &[duel]);
        Decided {
            figures: levels
                .map(|level| Figure {
                    name: format!("{} on {SUBJECT}", evidence.level(level)),
                    measured: evidence.levels.rate(SUBJECT, &evidence.level(level)),
                    published: evidence.published.by_level(SUBJECT, level),
                    weighted: None,
                })
                .into(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
