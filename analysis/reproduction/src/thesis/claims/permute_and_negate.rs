//! The thesis's properties against each other over all its learners.

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, decide};
use crate::thesis::names::STUDY_1;

const STRONG: [&str; 2] = ["permute", "negate"];
const WEAK: [&str; 2] = ["add", "multiply"];

pub(super) const CLAIM: Claim = Claim {
    number: 10,
    short: "permute and negate beat add and multiply",
    text: "In machine-learning programs permuting and negating kill most mutants, adding and \
           multiplying fewest.",
    source: "Murphy 2010 thesis, Table 3.6",
    rule: "Over c45, martirank and svm together, four pairs. Reproduced when each of permute and negate \
           kills more than each of add and multiply, more than chance; not reproduced when in some pair \
           it kills as many or fewer; otherwise undecided.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let pairs = STRONG
            .into_iter()
            .flat_map(|more| WEAK.map(|fewer| (more, fewer)));
        let duels: Vec<Duel> = pairs
            .map(|(more, fewer)| Duel {
                subjects: &STUDY_1,
                more,
                fewer,
            })
            .collect();
        let duels = decide(evidence, &evidence.properties, &duels);
        let properties = STRONG.into_iter().chain(WEAK);
        Decided {
            figures: properties
                .map(|property| evidence.property(&STUDY_1, property))
                .collect(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
