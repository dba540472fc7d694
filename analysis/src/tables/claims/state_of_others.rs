//! Defects of one function found through another.

use super::claim::{Claim, Decision, Figure, Outcome};
use crate::Rate;
use crate::render::show_share;

/// The property, and its subject.
pub(super) const SUBJECT: &str = "martirank";
/// See [`SUBJECT`].
pub(super) const PROPERTY: &str = "M1";
/// The function that builds the list which the property's function only reads.
pub(super) const BUILDER: &str = "link_examples";

pub(super) const CLAIM: Claim = Claim {
    number: 24,
    short: "a function's property finds broken state of others",
    text: "A property of a function can reveal a defect in another function, through the state that this \
           one left behind: wrong links of MartiRank's list violate the property of its quality.",
    source: "Murphy 2010 thesis, Section 4.5.1",
    rule: "M1, which is about `pauc`, on martirank's mutants in `link_examples`, which `pauc` does not \
           call. Reproduced when it kills one; otherwise undecided, because mutants may leave the links \
           right. A wrong link that is put there on purpose is among the mutator's tests.",
    decide: |evidence| {
        let measured = evidence.state_of_others;
        let (outcome, reason) = decide(measured);
        Decision {
            figures: vec![Figure {
                name: format!("{PROPERTY} on mutants of {BUILDER}"),
                measured,
                published: None,
            }],
            statistics: Vec::new(),
            outcome,
            reason,
        }
    },
};

fn decide(measured: Option<Rate>) -> (Outcome, String) {
    match measured {
        Some(rate) if rate.n > 0 => {
            let reason = format!(
                "{} mutants of `{BUILDER}` fell to {PROPERTY}",
                show_share(rate)
            );
            (Outcome::Reproduced, reason)
        }
        Some(rate) => {
            let reason = format!(
                "{PROPERTY} killed none of {} mutants of `{BUILDER}`",
                rate.of
            );
            (Outcome::Undecided, reason)
        }
        None => {
            let reason = format!("{PROPERTY} judged no usable mutant of `{BUILDER}`");
            (Outcome::Undecided, reason)
        }
    }
}
