//! Techniques that complement each other.

use killrate_analysis::Rate;
use killrate_analysis::roles::{ASSERTIONS, METAMORPHIC};

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, lacking, most_telling};
use crate::thesis::names::{COMPARED, STUDY_1};

pub(super) const CLAIM: Claim = Claim {
    number: 2,
    short: "the techniques complement each other",
    text: "Metamorphic testing, a partial oracle and assertions complement each other: each kills mutants \
           that the other two miss.",
    source: "Murphy 2010 thesis, Table 3.5",
    rule: "Over c45, martirank and svm together, on the mutants that all three judged. Reproduced when each \
           of the three kills at least one mutant that the other two miss: the claim is that it happens, so \
           no test is asked for, and the thesis's own numbers would pass none. Not reproduced when one of \
           them kills none of its own; otherwise undecided.",
    studies: &["thesis-1-assertions", "thesis-1-full"],
    decide: |evidence| {
        let (decision, reason) = decision(evidence);
        let figures = COMPARED.iter().map(|technique| alone(evidence, technique));
        let together = Figure {
            name: format!("{METAMORPHIC} or {ASSERTIONS}"),
            measured: measured(evidence, |killers| {
                killers.contains(&METAMORPHIC) || killers.contains(&ASSERTIONS)
            }),
            published: evidence
                .published
                .overlap(&[(METAMORPHIC, false), (ASSERTIONS, false)])
                .map(|neither| Rate {
                    n: neither.of - neither.n,
                    of: neither.of,
                }),
            weighted: None,
        };
        let none = Figure {
            name: "none of the three".to_owned(),
            measured: measured(evidence, |killers| killers.is_empty()),
            published: evidence
                .published
                .overlap(&COMPARED.map(|name| (name, false))),
            weighted: None,
        };
        Decided {
            figures: figures.chain([together, none]).collect(),
            statistics: Vec::new(),
            decision,
            reason,
        }
    },
};

fn decision(evidence: &Evidence) -> (Decision, String) {
    let both = STUDY_1
        .iter()
        .flat_map(|subject| COMPARED.map(|name| (subject, name)));
    let missing = both.filter(|(subject, name)| evidence.techniques.rate(subject, name).is_none());
    let missing = missing.map(|(subject, name)| evidence.missing(subject, name));
    if let Some(missing) = most_telling(missing.collect()) {
        return lacking(&[missing]);
    }
    let has_none = |technique: &&'static str| {
        let rate = alone(evidence, technique).measured;
        rate.is_some_and(|rate| rate.n == 0)
    };
    match COMPARED.into_iter().find(has_none) {
        Some(technique) => {
            let reason = format!("{technique} kills no mutant that the other two miss");
            (Decision::NotReproduced, reason)
        }
        None => {
            let reason = "each kills a mutant that the other two miss".to_owned();
            (Decision::Reproduced, reason)
        }
    }
}

/// The mutants that fell to one technique and no other.
fn alone(evidence: &Evidence, technique: &'static str) -> Figure {
    let region = COMPARED.map(|name| (name, name == technique));
    Figure {
        name: format!("{technique} alone"),
        measured: measured(evidence, |killers| killers == [technique]),
        published: evidence.published.overlap(&region),
        weighted: None,
    }
}

/// The mutants whose killers are like this, out of all that the three judged; nothing without any.
fn measured(evidence: &Evidence, is_counted: impl Fn(&[&str]) -> bool) -> Option<Rate> {
    let mut rate = Rate { n: 0, of: 0 };
    for (region, n_mutants) in &evidence.overlap.counts {
        let named = evidence.overlap.techniques.iter().zip(region);
        let killers: Vec<&str> = named
            .filter(|(_, is_killed)| **is_killed)
            .map(|(name, _)| name.as_str())
            .collect();
        rate.of += n_mutants;
        rate.n += if is_counted(&killers) { *n_mutants } else { 0 };
    }
    (rate.of > 0).then_some(rate)
}
