//! Mutants of a genetic algorithm, which goes on as if nothing were wrong.

use killrate_analysis::comparisons::SIGNIFICANT;
use killrate_analysis::roles::{ASSERTIONS, METAMORPHIC, PARTIAL_ORACLE};
use killrate_analysis::statistics::fisher_exact;
use killrate_analysis::{Rate, show_p, show_rate};

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, lacking, rate};

const SUBJECT: &str = "gaffitter";
const TECHNIQUES: [&str; 3] = [METAMORPHIC, ASSERTIONS, PARTIAL_ORACLE];
const PROPERTIES: [&str; 2] = ["GS1", "GS2"];
/// "Masked" is read as most mutants not being found, and most is more than half.
const MOST: f64 = 50.0;

pub(super) const CLAIM: Claim = Claim {
    number: 19,
    short: "a genetic algorithm masks mutants",
    text: "Genetic algorithms mask mutants: no technique kills more than a third of gaffitter's, and what \
           metamorphic testing kills is mostly in the code that selects who lives on.",
    source: "Murphy 2010 thesis, Tables 3.14 and 3.17 and Section 3.4.3",
    rule: "On gaffitter. Reproduced when the 95 % intervals of metamorphic, assertions and partial-oracle all \
           lie below one half, and metamorphic kills a larger share of the mutants in `src/generation.rs`, \
           which holds the code that selects, than of all others, more than chance; not reproduced when one \
           of the intervals lies above one half, or when the share is as large elsewhere or larger; \
           otherwise undecided.",
    studies: &["thesis-2"],
    decide: |evidence| {
        let rates = TECHNIQUES.map(|technique| evidence.techniques.rate(SUBJECT, technique));
        let [inside, outside] = &evidence.in_selection;
        let [inside, outside] = [inside, outside].map(|scores| rate(scores, SUBJECT, METAMORPHIC));
        let p = inside
            .zip(outside)
            .map(|(inside, outside)| fisher_exact(inside, outside));
        let (decision, reason) = decide(evidence, &rates, inside, outside);
        let of_techniques = TECHNIQUES.map(|technique| evidence.technique(&[SUBJECT], technique));
        let of_properties = PROPERTIES.map(|property| evidence.property(&[SUBJECT], property));
        let of_places = [("in", inside), ("outside of", outside)].map(|(place, measured)| Figure {
            name: format!("{METAMORPHIC} {place} the code that selects"),
            measured,
            published: None,
            weighted: None,
        });
        let test = p.map(|p| {
            format!(
                "In the code that selects against outside: {}, Fisher's exact test, two-sided.",
                show_p(p)
            )
        });
        Decided {
            figures: { of_techniques.into_iter() }
                .chain(of_properties)
                .chain(of_places)
                .collect(),
            statistics: ["The intervals are Wilson's.".to_owned()]
                .into_iter()
                .chain(test)
                .collect(),
            decision,
            reason,
        }
    },
};

fn decide(
    evidence: &Evidence,
    rates: &[Option<Rate>; 3],
    inside: Option<Rate>,
    outside: Option<Rate>,
) -> (Decision, String) {
    let known = || TECHNIQUES.into_iter().zip(rates);
    let interval = |rate: &Option<Rate>| rate.and_then(|rate| rate.interval());
    let found = known().find(|(_, rate)| interval(rate).is_some_and(|(low, _)| low > MOST));
    if let Some((technique, Some(rate))) = found {
        let reason = format!("{technique} killed {}", show_rate(*rate));
        return (Decision::NotReproduced, reason);
    }
    if let (Some(inside), Some(outside)) = (inside, outside)
        && inside.n * outside.of <= outside.n * inside.of
    {
        let reason = format!(
            "in the code that selects metamorphic killed {}, elsewhere {}",
            show_rate(inside),
            show_rate(outside)
        );
        return (Decision::NotReproduced, reason);
    }
    let missing = known().filter(|(_, rate)| rate.is_none());
    let missing: Vec<_> = missing
        .map(|(technique, _)| evidence.missing(SUBJECT, technique))
        .collect();
    if !missing.is_empty() {
        return lacking(&missing);
    }
    let (Some(inside), Some(outside)) = (inside, outside) else {
        let reason = "no usable mutant is in the code that selects, or none elsewhere".to_owned();
        return (Decision::Undecided, reason);
    };
    if let Some((technique, Some(rate))) =
        known().find(|(_, rate)| interval(rate).is_none_or(|(_, high)| high >= MOST))
    {
        let reason = format!(
            "{technique} killed {}, which has one half in it",
            show_rate(*rate)
        );
        return (Decision::Undecided, reason);
    }
    let shares = format!(
        "no technique killed half of the mutants, and metamorphic {} in the code that selects, {} elsewhere",
        show_rate(inside),
        show_rate(outside)
    );
    let p = fisher_exact(inside, outside);
    if p < SIGNIFICANT {
        (Decision::Reproduced, shares)
    } else {
        let reason = format!("{shares}, which may be chance ({})", show_p(p));
        (Decision::Undecided, reason)
    }
}
