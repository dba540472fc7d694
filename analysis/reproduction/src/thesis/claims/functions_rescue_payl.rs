//! Properties of functions where inputs allow few properties of the program.

use killrate_analysis::levels::Level;

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, Figure, decide};

/// The program whose inputs allow few properties, and the one of which few are known.
const SUBJECTS: [&str; 2] = ["payl", "gaffitter"];

pub(super) const CLAIM: Claim = Claim {
    number: 23,
    short: "functions' properties rescue PAYL and gaffitter",
    text: "Where valid inputs leave few properties of the whole program, as with PAYL and gaffitter, \
           properties of functions kill far more mutants.",
    source: "Murphy 2010 thesis, Tables 4.4 and 4.12",
    rule: "The thesis's properties on payl and on gaffitter, or on the one of them that the record has. \
           Reproduced when mrc kills more than metamorphic on each, more than chance; not reproduced when it \
           kills as many or fewer on one of them; otherwise undecided.",
    studies: &["thesis-mrc", "thesis-2"],
    decide: |evidence| {
        let levels = [Level::Functions, Level::System];
        let [functions, system] = levels.map(|level| evidence.level(level));
        let studies = SUBJECTS.each_ref().map(std::slice::from_ref);
        let subjects = evidence.of_whole_studies(&studies);
        let duel = |subject| Duel {
            subjects: std::slice::from_ref(subject),
            more: &functions,
            fewer: &system,
        };
        let duels: Vec<Duel> = subjects.iter().map(duel).collect();
        let duels = decide(evidence, &evidence.levels, &duels);
        let figures = subjects.iter().flat_map(|subject| {
            levels.map(|level| Figure {
                name: format!("{} on {subject}", evidence.level(level)),
                measured: evidence.levels.rate(subject, &evidence.level(level)),
                published: evidence.published.by_level(subject, level),
                weighted: None,
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
