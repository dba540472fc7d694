//! One round adds little, the second much, further ones nothing.

use super::{STUDIES, absent};
use crate::claims::{Claim, Decided, Decision, Figure};
use crate::wu05::names::{CHAINS, SUBJECT};
use killrate_analysis::Quantity;

/// More mutants than this fall by chance to one of two equal sides in less than one of twenty cases: the
/// exact test of McNemar for six to none has p = 0.031.
const N_TELLING: u64 = 6;

pub(super) const CLAIM: Claim = Claim {
    number: 32,
    short: "two rounds lift the score, more add nothing",
    text: "Two rounds of iterative metamorphic testing lift the score sharply above special cases and one round; \
           further rounds add nothing.",
    source: "Wu 2005, Table 3",
    rule: "On sparse-matrix, special cases and chains up to each length. Reproduced when the second round kills \
           six mutants more or above, more than chance (McNemar), and more than the first round adds, and all \
           further rounds together add fewer than six; not reproduced otherwise.",
    studies: STUDIES,
    decide: |evidence| {
        let numbers = &evidence.wu;
        if numbers.is_empty() || !numbers.has_special {
            return absent("chains and special cases of `sparse-matrix` are");
        }
        let figure = |rounds: u64| Figure {
            name: match rounds {
                0 => "special cases".to_owned(),
                1 => "1 round".to_owned(),
                rounds => format!("{rounds} rounds"),
            },
            measured: Some(numbers.score(rounds)),
            published: {
                let quantity = Quantity::Rounds {
                    subject: SUBJECT.to_owned(),
                    property: CHAINS.to_owned(),
                    rounds,
                };
                evidence.published.rates.get(&quantity).copied()
            },
            weighted: None,
        };
        let killed = |rounds| numbers.score(rounds).n;
        let gains = [
            killed(1) - killed(0),
            killed(2) - killed(1),
            killed(numbers.longest) - killed(2),
        ];
        let is_sharp = gains[1] >= N_TELLING && gains[1] > gains[0];
        let is_flat = gains[2] < N_TELLING;
        Decided {
            figures: [2, 1, 0, 3].map(figure).into(),
            statistics: Vec::new(),
            decision: if is_sharp && is_flat {
                Decision::Reproduced
            } else {
                Decision::NotReproduced
            },
            reason: format!(
                "the first round adds {}, the second {} and all further {} mutants",
                gains[0], gains[1], gains[2]
            ),
        }
    },
};
