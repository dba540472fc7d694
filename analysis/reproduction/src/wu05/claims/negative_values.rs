//! What survives needs values that the special cases do not have.

use super::{STUDIES, absent};
use crate::claims::{Claim, Decided, Decision, Figure};
use killrate_analysis::Rate;

pub(super) const CLAIM: Claim = Claim {
    number: 34,
    short: "survivors need negative values",
    text: "The mutants that survive all rounds are those that only negative values reveal, which the special cases \
           do not have.",
    source: "Wu 2005, section 4.2",
    rule: "On sparse-matrix: the mutants that something tells from the original and that neither special cases \
           nor chains from positive values kill. Reproduced when at least half of them fall to chains from the \
           same special cases with negative values; not reproduced when none does; otherwise undecided.",
    studies: STUDIES,
    decide: |evidence| {
        let numbers = &evidence.wu;
        let Some(fallen) = numbers.fallen().filter(|_| !numbers.is_empty()) else {
            return absent("chains from negative values of `sparse-matrix` are");
        };
        let survivors = numbers.survivors();
        let rate = Rate {
            n: fallen.len() as u64,
            of: survivors.len() as u64,
        };
        let left = survivors
            .difference(&fallen)
            .copied()
            .collect::<Vec<&str>>();
        let decision = match rate {
            Rate { of: 0, .. } => Decision::Undecided,
            Rate { n: 0, .. } => Decision::NotReproduced,
            Rate { n, of } if 2 * n >= of => Decision::Reproduced,
            Rate { .. } => Decision::Undecided,
        };
        let mut reason = format!(
            "{} of {} survivors fall to negative values",
            rate.n, rate.of
        );
        if !left.is_empty() {
            reason.push_str(&format!("; what is left: {}", left.join(", ")));
        }
        Decided {
            figures: vec![Figure {
                name: "survivors that fall".to_owned(),
                measured: Some(rate),
                published: None,
                weighted: None,
            }],
            statistics: Vec::new(),
            decision,
            reason,
        }
    },
};
