//! A term that the corpus lacks against the other properties of a search engine.

use crate::claims::{ABOUT_TEST, Claim, Decided, Decision, Duel, decide};

const SUBJECT: &str = "lucene";
/// The property that adds a term which the corpus lacks.
const BEST: &str = "L3";
/// The property that swaps two terms.
const NONE: &str = "L1";
const OTHERS: [&str; 3] = [NONE, "L2", "L4"];

pub(super) const CLAIM: Claim = Claim {
    number: 18,
    short: "L3 is best on Lucene, L1 kills none",
    text: "On Lucene, adding a term that the corpus lacks (L3) kills most mutants, and swapping two terms \
           (L1) kills none.",
    source: "Murphy 2010 thesis, Table 3.16",
    rule: "On lucene. Reproduced when L3 kills more than each of L1, L2 and L4, more than chance, and L1 \
           kills none; not reproduced when L3 kills as many as one of them or fewer, or when L1 kills a \
           mutant; otherwise undecided.",
    studies: &["thesis-2", "search/lucene-similarity"],
    decide: |evidence| {
        let duels = OTHERS.map(|fewer| Duel {
            subjects: &[SUBJECT],
            more: BEST,
            fewer,
        });
        let duels = decide(evidence, &evidence.properties, &duels);
        let by_swapping = evidence.properties.rate(SUBJECT, NONE);
        let (decision, reason) = match by_swapping.filter(|rate| rate.n > 0) {
            Some(rate) if duels.decision != Decision::NotReproduced => (
                Decision::NotReproduced,
                format!("{NONE} killed {} mutants", rate.n),
            ),
            _ => (duels.decision, duels.reason),
        };
        let figures = [BEST].into_iter().chain(OTHERS);
        Decided {
            figures: figures
                .map(|property| evidence.property(&[SUBJECT], property))
                .collect(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision,
            reason,
        }
    },
};
