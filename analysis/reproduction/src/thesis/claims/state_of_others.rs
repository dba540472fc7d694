//! Defects of one function found through another.

use killrate_analysis::{Rate, show_share};

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, lacking, rate};
use crate::thesis::names::BUILDER;

/// The property, and its subject.
const SUBJECT: &str = "martirank";
/// See [`SUBJECT`].
const PROPERTY: &str = "M1";

pub(super) const CLAIM: Claim = Claim {
    number: 24,
    short: "a function's property finds broken state of others",
    text: "A property of a function can reveal a defect in another function, through the state that this \
           one left behind: wrong links of MartiRank's list violate the property of its quality.",
    source: "Murphy 2010 thesis, Section 4.5.1",
    rule: "M1, which is about `pauc`, on martirank's mutants in `link_examples`, which `pauc` does not \
           call. Reproduced when it kills one; otherwise undecided, because mutants may leave the links \
           right. A wrong link that is put there on purpose is among the mutator's tests.",
    studies: &["thesis-mrc"],
    decide: |evidence| {
        let measured = rate(&evidence.builder_properties, SUBJECT, PROPERTY);
        let (decision, reason) = decide(evidence, measured);
        Decided {
            figures: vec![Figure {
                name: format!("{PROPERTY} on mutants of {BUILDER}"),
                measured,
                published: None,
                weighted: None,
            }],
            statistics: Vec::new(),
            decision,
            reason,
        }
    },
};

fn decide(evidence: &Evidence, measured: Option<Rate>) -> (Decision, String) {
    match measured {
        Some(rate) if rate.n > 0 => {
            let reason = format!(
                "{} mutants of `{BUILDER}` fell to {PROPERTY}",
                show_share(rate)
            );
            (Decision::Reproduced, reason)
        }
        Some(rate) => {
            let reason = format!(
                "{PROPERTY} killed none of {} mutants of `{BUILDER}`",
                rate.of
            );
            (Decision::Undecided, reason)
        }
        None if !evidence.has(SUBJECT, PROPERTY) => lacking(&[evidence.missing(SUBJECT, PROPERTY)]),
        None => {
            let reason = format!("{PROPERTY} judged no usable mutant of `{BUILDER}`");
            (Decision::Undecided, reason)
        }
    }
}
