//! Metamorphic testing against the other techniques.

use killrate_analysis::roles::{ASSERTIONS, METAMORPHIC, PARTIAL_ORACLE};

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, Evidence, Figure, decide};
use crate::thesis::names::STUDY_1;

pub(super) const CLAIM: Claim = Claim {
    number: 1,
    short: "metamorphic testing kills most",
    text: "On deterministic programs, metamorphic testing kills more mutants than a partial oracle and \
           than assertions.",
    source: "Murphy 2010 thesis, Table 3.4 and Section 3.4.5",
    rule: "Over c45, martirank and svm together. Reproduced when it kills more than each of the two, \
           more than chance; not reproduced when it kills as many as one of them or fewer; otherwise \
           undecided.",
    studies: &["thesis-1-assertions", "thesis-1-full"],
    decide: |evidence| {
        let others = [PARTIAL_ORACLE, ASSERTIONS];
        let duels = others.map(|fewer| Duel {
            subjects: &STUDY_1,
            more: METAMORPHIC,
            fewer,
        });
        let duels = decide(evidence, &evidence.techniques, &duels);
        let techniques = [METAMORPHIC, PARTIAL_ORACLE, ASSERTIONS];
        let figures = techniques.map(|technique| evidence.technique(&STUDY_1, technique));
        Decided {
            figures: figures.into_iter().chain(both_studies(evidence)).collect(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};

/// What the thesis says of its first two studies together; the second has programs of other kinds.
fn both_studies(evidence: &Evidence) -> [Figure; 3] {
    let in_text = [
        (METAMORPHIC, "MT"),
        (PARTIAL_ORACLE, "partial oracle"),
        (ASSERTIONS, "assertions"),
    ];
    in_text.map(|(technique, name)| Figure {
        name: format!("{technique}, Studies 1 and 2"),
        measured: None,
        published: evidence.thesis.in_text(
            &format!("Studies 1+2 killed by {name}"),
            "Studies 1+2 mutants",
        ),
        weighted: None,
    })
}
