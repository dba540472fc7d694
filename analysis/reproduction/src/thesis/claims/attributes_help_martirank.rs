//! The widest data set of MartiRank.

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, decide_among};
use crate::thesis::names::data_set_name;

const SUBJECT: &str = "martirank";
/// The data set with many attributes and few rows, by the thesis's name.
const WIDE: &str = "data6";
/// Ours, where the record does not have it.
const WIDE_HERE: &str = "martirank-06";

pub(super) const CLAIM: Claim = Claim {
    number: 15,
    short: "more attributes help on MartiRank",
    text: "More attributes help on MartiRank: data6, with 200 of them, kills most.",
    source: "Murphy 2010 thesis, Tables 3.3 and 3.10; its data9 and data10 have 200 attributes too and \
             do not stand out",
    rule: "With the thesis's properties, on the data set that stands for data6. Reproduced when it \
           kills more than every other data set, more than chance; not reproduced when some other kills \
           as many or more; otherwise undecided. That attributes are the cause is not tested: rows and \
           attributes do not vary apart in these data sets.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let names = evidence.data_sets.names(SUBJECT);
        let wide = names
            .iter()
            .find(|name| data_set_name(name) == WIDE)
            .copied()
            .unwrap_or(WIDE_HERE);
        let others: Vec<&str> = names.into_iter().filter(|name| *name != wide).collect();
        let duel = |fewer| Duel {
            subjects: &[SUBJECT],
            more: wide,
            fewer,
        };
        let duels: Vec<Duel> = others.iter().map(|fewer| duel(fewer)).collect();
        let duels = decide_among(evidence, &evidence.data_sets, SUBJECT, wide, &duels);
        let data_sets = [wide].into_iter().chain(others);
        Decided {
            figures: data_sets
                .map(|data_set| evidence.data_set(SUBJECT, data_set))
                .collect(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};
