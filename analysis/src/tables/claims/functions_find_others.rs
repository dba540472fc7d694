//! Mutants that only properties of functions find.

use super::claim::{Claim, Decision, Figure, Outcome};
use super::evidence::{Evidence, MRC_1};
use crate::Rate;
use crate::levels::Level;
use crate::published::Region;
use crate::render::show_share;

pub(super) const CLAIM: Claim = Claim {
    number: 22,
    short: "functions' properties find what programs' miss",
    text: "Properties of functions find mutants that properties of the whole program miss.",
    source: "Murphy 2010 thesis, Table 4.5",
    rule: "The thesis's properties on c45, martirank, payl and svm. Reproduced when mrc alone kills a \
           mutant of one of them, because a kill by a sound case is no chance; not reproduced when it \
           kills none alone on all four; otherwise undecided.",
    decide: |evidence| {
        let found: Vec<(&str, Option<Rate>)> = MRC_1
            .map(|subject| (subject, only_functions(evidence, subject)))
            .into();
        let figures = found.iter().map(|(subject, measured)| Figure {
            name: format!("{} alone on {subject}", Level::Functions.name()),
            measured: *measured,
            published: evidence.published.by_region(subject, Region::OnlyFunctions),
        });
        let total = Figure {
            name: format!("{} alone", Level::Functions.name()),
            measured: Rate::total(found.iter().filter_map(|(_, measured)| *measured)),
            published: Rate::total(MRC_1.iter().filter_map(|subject| {
                evidence.published.by_region(subject, Region::OnlyFunctions)
            })),
        };
        let (outcome, reason) = decide(evidence, &found, total.measured);
        Decision {
            figures: [total].into_iter().chain(figures).collect(),
            statistics: Vec::new(),
            outcome,
            reason,
        }
    },
};

fn decide(
    evidence: &Evidence,
    found: &[(&str, Option<Rate>)],
    total: Option<Rate>,
) -> (Outcome, String) {
    if let Some(total) = total.filter(|total| total.n > 0) {
        let reason = format!(
            "{} mutants fell to properties of functions alone",
            show_share(total)
        );
        return (Outcome::Reproduced, reason);
    }
    let missing = found.iter().filter(|(_, measured)| measured.is_none());
    let missing: Vec<String> = missing
        .map(|(subject, _)| evidence.missing(subject, Level::Functions.name()))
        .collect();
    match missing.is_empty() {
        true => {
            let reason = "no mutant fell to properties of functions alone".to_owned();
            (Outcome::NotReproduced, reason)
        }
        false => (Outcome::Undecided, missing.join("; ")),
    }
}

/// Mutants of a subject that properties of functions kill and those of the program do not.
fn only_functions(evidence: &Evidence, subject: &str) -> Option<Rate> {
    let [system, functions] = [Level::System.name(), Level::Functions.name()];
    let mut of_subject = (evidence.levels.pairs.iter()).filter(|pair| pair.subject == subject);
    let pair = of_subject.find(|pair| pair.is_between(system, functions))?;
    let [only_functions, only_system] = pair.only(functions);
    Some(Rate {
        n: only_functions,
        of: pair.n_both + only_functions + only_system + pair.n_neither,
    })
}
