//! Properties of a random function against profiles of the whole program.

use killrate_analysis::roles::{HEURISTIC, RUNTIME_CHECKING};

use crate::claims::{ABOUT_TEST, Claim, Decided, Decision, Duel, Figure, decide, rate};
use crate::thesis::names::SORT;
use crate::thesis::numbers::Random;

const SUBJECT: &str = "martirank-ranking";
/// The thesis's property that permutes and negates.
const PERMUTING: &str = "M2";
/// The thesis's property that multiplies.
const MULTIPLYING: &str = "M3";

pub(super) const CLAIM: Claim = Claim {
    number: 25,
    short: "replayed random numbers beat profiles",
    text: "On the function that places missing values at random, properties that are tested with the \
           random numbers of the call replayed kill more mutants than heuristic metamorphic testing \
           of the whole program; the property that permutes kills all of them, the one that \
           multiplies none.",
    source: "Murphy 2010 thesis, Table 4.18",
    rule: "On the mutants of the sort of martirank-ranking. Reproduced when mrc kills more of them \
           than the calibrated heuristic technique, more than chance, and of its kills M2 makes all \
           and M3 none; not reproduced when it kills as many or fewer, or another property than M2 \
           is needed, or M3 kills; otherwise undecided.",
    studies: &["thesis-3"],
    decide: |evidence| {
        let duel = Duel {
            subjects: &[SUBJECT],
            more: RUNTIME_CHECKING,
            fewer: HEURISTIC,
        };
        let duels = decide(evidence, &evidence.sorting, &[duel]);
        let by_property = |property| rate(&evidence.sorting_properties, SUBJECT, property);
        let (permuting, multiplying) = (by_property(PERMUTING), by_property(MULTIPLYING));
        let all = evidence.sorting.rate(SUBJECT, RUNTIME_CHECKING);
        let (mut decision, mut reason) = (duels.decision, duels.reason);
        if decision != Decision::NotReproduced {
            if let (Some(all), Some(permuting)) = (all, permuting)
                && permuting.n < all.n
            {
                decision = Decision::NotReproduced;
                reason = format!("{PERMUTING} makes {} of the {} kills", permuting.n, all.n);
            } else if let Some(multiplying) = multiplying.filter(|rate| rate.n > 0) {
                decision = Decision::NotReproduced;
                reason = format!("{MULTIPLYING} kills {}", multiplying.n);
            }
        }
        let figure = |technique: &str| {
            let random = Random::Group {
                subject: SUBJECT,
                technique,
                group: SORT.0,
            };
            Figure {
                name: technique.to_owned(),
                measured: evidence.sorting.rate(SUBJECT, technique),
                published: evidence.thesis.random(&random),
                weighted: None,
            }
        };
        let of_property = |name: &str, measured| Figure {
            name: name.to_owned(),
            measured,
            published: None,
            weighted: None,
        };
        Decided {
            figures: vec![
                figure(RUNTIME_CHECKING),
                figure(HEURISTIC),
                of_property(PERMUTING, permuting),
                of_property(MULTIPLYING, multiplying),
            ],
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision,
            reason,
        }
    },
};
