//! Permuting on a program that looks at distributions only.

use killrate_analysis::roles::{ASSERTIONS, METAMORPHIC};
use killrate_analysis::{Rate, show_share};

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, lacking, rate};
use crate::thesis::names::STUDY_1;

const SUBJECT: &str = "payl";
const PERMUTE: &str = "permute";

pub(super) const CLAIM: Claim = Claim {
    number: 17,
    short: "permuting fails on PAYL",
    text: "Permuting fails on programs that look at distributions only: on PAYL, whose inputs allow no \
           other property, metamorphic testing kills hardly any mutant.",
    source: "Murphy 2010 thesis, Section 3.4.2 and Table 3.6",
    rule: "All metamorphic properties on payl against permute on c45, martirank and svm. Reproduced when \
           payl's 95 % interval lies below that of each of the three, which is stricter than a test of \
           the difference. Not reproduced when payl's share is as high as that of one of them or higher; \
           otherwise undecided.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let on_payl = rate(&evidence.metamorphic, SUBJECT, METAMORPHIC);
        let (decision, reason) = compare(evidence, on_payl);
        let published = evidence.published;
        let payl = Figure {
            name: format!("{METAMORPHIC} on {SUBJECT}"),
            measured: on_payl,
            published: published.by_technique_in_text(SUBJECT, METAMORPHIC),
            weighted: None,
        };
        let assertions = Figure {
            name: format!("{ASSERTIONS} on {SUBJECT}"),
            measured: evidence.techniques.rate(SUBJECT, ASSERTIONS),
            published: published.by_technique_in_text(SUBJECT, ASSERTIONS),
            weighted: None,
        };
        let others = STUDY_1.map(|subject| evidence.property(&[subject], PERMUTE));
        Decided {
            figures: [payl]
                .into_iter()
                .chain(others)
                .chain([assertions])
                .collect(),
            statistics: vec!["The intervals are Wilson's.".to_owned()],
            decision,
            reason,
        }
    },
};

fn compare(evidence: &Evidence, on_payl: Option<Rate>) -> (Decision, String) {
    let Some((payl, (_, payl_high))) = with_interval(on_payl) else {
        return lacking(&[evidence.missing(SUBJECT, METAMORPHIC)]);
    };
    let mut missing = Vec::new();
    let mut overlapping = Vec::new();
    for subject in STUDY_1 {
        let Some((other, (low, _))) = with_interval(evidence.properties.rate(subject, PERMUTE))
        else {
            missing.push(evidence.missing(subject, PERMUTE));
            continue;
        };
        // Shares compared without rounding.
        if payl.n * other.of >= other.n * payl.of {
            let reason = format!(
                "on {SUBJECT} {} fell, on {subject} {}",
                show_share(payl),
                show_share(other)
            );
            return (Decision::NotReproduced, reason);
        }
        if payl_high >= low {
            overlapping.push(subject);
        }
    }
    if !missing.is_empty() {
        lacking(&missing)
    } else if !overlapping.is_empty() {
        let reason = format!(
            "the share on {SUBJECT} is lowest, but its interval overlaps with that of {}",
            overlapping.join(", ")
        );
        (Decision::Undecided, reason)
    } else {
        let reason = format!("the share on {SUBJECT} is below that of every other program");
        (Decision::Reproduced, reason)
    }
}

fn with_interval(rate: Option<Rate>) -> Option<(Rate, (f64, f64))> {
    rate.and_then(|rate| Some((rate, rate.interval()?)))
}
