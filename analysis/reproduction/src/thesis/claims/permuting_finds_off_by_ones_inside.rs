//! Properties of functions that permute, on a genetic algorithm.

use killrate_analysis::Rate;
use killrate_analysis::columns::ALL_CLASSES;

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, lacking, rate};

const SUBJECT: &str = "gaffitter";
/// The properties that permute what a function is given.
const PERMUTE: [&str; 2] = ["G2", "G4"];
const OFF_BY_ONE: &str = "off-by-one";

pub(super) const CLAIM: Claim = Claim {
    number: 26,
    short: "permuting inside kills off-by-ones only",
    text: "Properties of gaffitter's functions that permute what these are given (G2, G4) kill mutants that \
           are one off, and no others.",
    source: "Murphy 2010 thesis, Table 4.14",
    rule: "On gaffitter. Reproduced when G2 and G4 each kill an off-by-one mutant and none of another class, \
           of which there are some that they judge; not reproduced when one of them kills a mutant of \
           another class; otherwise undecided. A kill by a sound case is no chance, so there is no test.",
    studies: &["thesis-2"],
    decide: |evidence| {
        let (decision, reason) = decide(evidence);
        let figures = PERMUTE.iter().flat_map(|property| {
            let [one_off, others] = of(evidence, property);
            let published = |class: &str| {
                let property = Some(*property);
                { evidence.published }.by_function_property(SUBJECT, property, class)
            };
            let all = published(ALL_CLASSES);
            let of_class = published(OFF_BY_ONE);
            let of_others = all.zip(of_class).map(|(all, of_class)| Rate {
                n: all.n - of_class.n,
                of: all.of - of_class.of,
            });
            [
                ("off-by-one mutants", one_off, of_class),
                ("others", others, of_others),
            ]
            .map(|(mutants, measured, published)| Figure {
                name: format!("{property} on {mutants}"),
                measured,
                published,
                weighted: None,
            })
        });
        Decided {
            figures: figures.collect(),
            statistics: Vec::new(),
            decision,
            reason,
        }
    },
};

/// What a property kills of the mutants that are one off, and of all others.
fn of(evidence: &Evidence, property: &str) -> [Option<Rate>; 2] {
    let [one_off, others] = &evidence.function_properties_off_by_one;
    [one_off, others].map(|scores| rate(scores, SUBJECT, property))
}

fn decide(evidence: &Evidence) -> (Decision, String) {
    let rates = PERMUTE.map(|property| (property, of(evidence, property)));
    for (property, [_, others]) in rates {
        if let Some(others) = others.filter(|others| others.n > 0) {
            let reason = format!("{property} killed {} mutants of other classes", others.n);
            return (Decision::NotReproduced, reason);
        }
    }
    let is_missing = |(_, rates): &&(_, [Option<Rate>; 2])| rates.iter().all(Option::is_none);
    let missing = rates.iter().filter(is_missing);
    let missing: Vec<_> = missing
        .map(|(property, _)| evidence.missing(SUBJECT, property))
        .collect();
    if !missing.is_empty() {
        return lacking(&missing);
    }
    for (property, [one_off, others]) in rates {
        if one_off.is_none_or(|one_off| one_off.n == 0) {
            let reason = format!("{property} killed no off-by-one mutant");
            return (Decision::Undecided, reason);
        }
        if others.is_none() {
            let reason = format!("{property} judged no mutant of another class");
            return (Decision::Undecided, reason);
        }
    }
    let reason = "both kill off-by-one mutants and no others".to_owned();
    (Decision::Reproduced, reason)
}
