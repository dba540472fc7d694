//! Multiplying against adding on a simulator.

use crate::claims::{Claim, Decided, Duel, Figure, decide};

const SUBJECT: &str = "jsim";
/// The properties, and the thesis's names of them.
const MULTIPLY: (&str, &str) = ("multiply", "multiplication");
/// See [`MULTIPLY`].
const ADD: (&str, &str) = ("add", "addition");

pub(super) const CLAIM: Claim = Claim {
    number: 12,
    short: "multiplying works in simulation",
    text: "In simulation multiplying finds mutants that adding misses: on JSim it kills all of them, adding \
           half.",
    source: "Murphy 2010 thesis, Table 3.15",
    rule: "On jsim. Reproduced when multiplying kills more than adding, more than chance; not reproduced \
           when it kills as many or fewer; otherwise undecided. Where the changed constants stand, which \
           the thesis gives as the cause, is not tested.",
    studies: &["simulation/jsim"],
    decide: |evidence| {
        let duel = Duel {
            subjects: &[SUBJECT],
            more: MULTIPLY.0,
            fewer: ADD.0,
        };
        let duels = decide(evidence, &evidence.properties, &[duel]);
        let figures = [MULTIPLY, ADD].map(|(ours, theirs)| Figure {
            name: format!("{ours} on {SUBJECT}"),
            measured: evidence.properties.rate(SUBJECT, ours),
            published: evidence.thesis.simulation(theirs),
            weighted: None,
        });
        Decided {
            figures: figures.into(),
            statistics: duels.statistics,
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
