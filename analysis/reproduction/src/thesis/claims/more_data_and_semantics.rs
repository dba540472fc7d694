//! What changed between ISSTA'09 and the thesis, one thing at a time.

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, decide};
use crate::thesis::variations::{ALL_DATA, OF_MODELS, ONE_DATA_SET, SEMANTIC};

const SUBJECTS: [&str; 2] = ["martirank", "svm"];

pub(super) const CLAIM: Claim = Claim {
    number: 20,
    short: "more data and semantic comparison help",
    text: "More data sets and comparing what models say, not the models, raise the kills on MartiRank \
           and SVM.",
    source: "Murphy 2010 thesis, Tables 3.9 and 3.11, against ISSTA'09, Tables 1 and 3",
    rule: "On martirank and svm, one thing at a time. Data: the thesis's properties on all data sets \
           against one, iris or martirank-01. Comparison: `permute`, which compares predictions or \
           rankings, against `permute-model`, which compares the models of the same runs. Reproduced \
           when the first kills more than the second in all four pairs, more than chance; not \
           reproduced when in some pair it kills as many or fewer, even if other pairs are missing; \
           otherwise undecided. Constants were changed too and are not part of the claim.",
    studies: &["thesis-1-full"],
    decide: |evidence| {
        let subjects = SUBJECTS.map(|subject| [subject]);
        let pairs = [(ALL_DATA, ONE_DATA_SET), (SEMANTIC, OF_MODELS)];
        let duels: Vec<Duel> = subjects
            .iter()
            .flat_map(|subjects| {
                pairs.map(|(more, fewer)| Duel {
                    subjects,
                    more,
                    fewer,
                })
            })
            .collect();
        let figures = subjects
            .iter()
            .flat_map(|subject| {
                let names = pairs.into_iter().flat_map(|(more, fewer)| [more, fewer]);
                names.map(|name| evidence.variation(subject, name))
            })
            .collect();
        let duels = decide(evidence, &evidence.variations, &duels);
        Decided {
            figures,
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
