//! Scaling in properties of functions.

use killrate_analysis::columns::ALL_CLASSES;

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, lacking};

/// Properties that scale what a function is given, with their subjects.
const SCALE: [(&str, &str); 3] = [("c45", "C2"), ("c45", "C4"), ("martirank", "M3")];
/// The property that adds to what a function is given.
const ADD: (&str, &str) = ("svm", "S3");
/// The property that scales in a program that learns nothing.
const ELSEWHERE: (&str, &str) = ("gaffitter", "G3");

pub(super) const CLAIM: Claim = Claim {
    number: 13,
    short: "scaling kills nothing in functions, adding does",
    text: "Properties of functions that only scale the input kill nothing in the machine-learning \
           programs, while the one that adds a constant kills many mutants.",
    source: "Murphy 2010 thesis, Tables 4.7 to 4.9",
    rule: "C2 and C4 on c45 and M3 on martirank against S3 on svm. Reproduced when the three kill \
           nothing and the 95 % interval of S3 lies above those of all three; not reproduced when one \
           of them kills a mutant or S3 kills none; otherwise undecided. The thesis says itself that \
           the rule is not general: scaling killed 9 mutants of gaffitter (G3), which decides nothing here.",
    studies: &["thesis-mrc"],
    decide: |evidence| {
        let (decision, reason) = decide(evidence);
        let figures = SCALE.iter().chain([&ADD, &ELSEWHERE]);
        Decided {
            figures: figures.map(|place| figure(evidence, *place)).collect(),
            statistics: vec!["The intervals are Wilson's.".to_owned()],
            decision,
            reason,
        }
    },
};

fn figure(evidence: &Evidence, (subject, property): (&str, &str)) -> Figure {
    let published = evidence.published;
    Figure {
        name: format!("{property} on {subject}"),
        measured: evidence.function_properties.rate(subject, property),
        published: published.by_function_property(subject, Some(property), ALL_CLASSES),
        weighted: None,
    }
}

fn decide(evidence: &Evidence) -> (Decision, String) {
    let mut missing = Vec::new();
    let mut highest = 0.0_f64;
    for (subject, property) in SCALE {
        match evidence.function_properties.rate(subject, property) {
            Some(rate) if rate.n > 0 => {
                let reason = format!("{property} killed {} mutants of {subject}", rate.n);
                return (Decision::NotReproduced, reason);
            }
            Some(rate) => {
                let high = rate.interval().map_or(100.0, |(_, high)| high);
                highest = highest.max(high);
            }
            None => missing.push(evidence.missing(subject, property)),
        }
    }
    let (subject, property) = ADD;
    let Some(added) = evidence.function_properties.rate(subject, property) else {
        missing.push(evidence.missing(subject, property));
        return lacking(&missing);
    };
    if added.n == 0 {
        return (
            Decision::NotReproduced,
            format!("{property} killed nothing either"),
        );
    }
    if !missing.is_empty() {
        return lacking(&missing);
    }
    match added.interval() {
        Some((low, _)) if low > highest => {
            let reason = format!("scaling killed nothing, and {property} {} mutants", added.n);
            (Decision::Reproduced, reason)
        }
        _ => {
            let reason = format!("the interval of {property} overlaps with one of the others");
            (Decision::Undecided, reason)
        }
    }
}
