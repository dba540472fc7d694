//! The best property of each of the thesis's learners.

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, decide};
use crate::thesis::published::PROPERTIES;

/// The subjects with the property that the thesis finds best there.
const BEST: [(&str, &str); 3] = [
    ("c45", "negate"),
    ("martirank", "permute"),
    ("svm", "permute"),
];

pub(super) const CLAIM: Claim = Claim {
    number: 11,
    short: "negate is best on C4.5, else permute",
    text: "Negating is the best property for C4.5, permuting for MartiRank and SVM.",
    source: "Murphy 2010 thesis, Table 3.6",
    rule: "Nine pairs: the claimed property of c45, martirank and svm against the other three. \
           Reproduced when it kills more than each of them, more than chance; not reproduced when in \
           some pair it kills as many or fewer; otherwise undecided.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let subjects = BEST.map(|(subject, best)| ([subject], best));
        let mut duels = Vec::new();
        let mut figures = Vec::new();
        for (subject, best) in &subjects {
            let others = PROPERTIES.into_iter().filter(|property| property != best);
            figures.push(evidence.property(subject, best));
            for fewer in others {
                figures.push(evidence.property(subject, fewer));
                duels.push(Duel {
                    subjects: subject,
                    more: best,
                    fewer,
                });
            }
        }
        let duels = decide(evidence, &evidence.properties, &duels);
        Decided {
            figures,
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
