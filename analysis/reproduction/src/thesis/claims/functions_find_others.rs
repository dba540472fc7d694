//! Mutants that only properties of functions find.

use killrate_analysis::levels::Level;
use killrate_analysis::{Rate, Region, show_share};

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, Missing, lacking};
use crate::thesis::names::{MRC_1, STUDY_2};

pub(super) const CLAIM: Claim = Claim {
    number: 22,
    short: "functions' properties find what programs' miss",
    text: "Properties of functions find mutants that properties of the whole program miss.",
    source: "Murphy 2010 thesis, Tables 4.5 and 4.13",
    rule: "The thesis's properties on c45, martirank, payl and svm (Study 1) and on gaffitter, jsim and lucene \
           (Study 2); of one of the studies where the record lacks a program of the other. Reproduced when \
           mrc alone kills a mutant of one of them, because a kill by a sound case is no chance; not \
           reproduced when it kills none alone on all; otherwise undecided.",
    studies: &["thesis-mrc", "thesis-2"],
    decide: |evidence| {
        let name = evidence.level(Level::Functions);
        let subjects = evidence.of_whole_studies(&[&MRC_1, &STUDY_2]);
        let found: Vec<(&str, Option<Rate>)> = { subjects.iter() }
            .map(|&subject| (subject, only_functions(evidence, subject)))
            .collect();
        let figures = found.iter().map(|(subject, measured)| Figure {
            name: format!("{name} alone on {subject}"),
            measured: *measured,
            published: evidence.published.by_region(subject, Region::OnlyFunctions),
            weighted: None,
        });
        let total = Figure {
            name: format!("{name} alone"),
            measured: Rate::total(found.iter().filter_map(|(_, measured)| *measured)),
            published: Rate::total(subjects.iter().filter_map(|subject| {
                evidence.published.by_region(subject, Region::OnlyFunctions)
            })),
            weighted: None,
        };
        let (decision, reason) = decide(evidence, &found, total.measured);
        Decided {
            figures: [total].into_iter().chain(figures).collect(),
            statistics: Vec::new(),
            decision,
            reason,
        }
    },
};

fn decide(
    evidence: &Evidence,
    found: &[(&str, Option<Rate>)],
    total: Option<Rate>,
) -> (Decision, String) {
    if let Some(total) = total.filter(|total| total.n > 0) {
        let reason = format!(
            "{} mutants fell to properties of functions alone",
            show_share(total)
        );
        return (Decision::Reproduced, reason);
    }
    let missing: Vec<Missing> = found
        .iter()
        .filter(|(_, measured)| measured.is_none())
        .map(|(subject, _)| evidence.missing(subject, &evidence.level(Level::Functions)))
        .collect();
    if missing.is_empty() {
        let reason = "no mutant fell to properties of functions alone".to_owned();
        (Decision::NotReproduced, reason)
    } else {
        lacking(&missing)
    }
}

/// Mutants of a subject that properties of functions kill and those of the program do not.
fn only_functions(evidence: &Evidence, subject: &str) -> Option<Rate> {
    let levels = [Level::System, Level::Functions];
    let [system, functions] = levels.map(|level| evidence.level(level));
    let mut of_subject = (evidence.levels.pairs.iter()).filter(|pair| pair.subject == subject);
    let pair = of_subject.find(|pair| pair.is_between(&system, &functions))?;
    let [only_functions, only_system] = pair.only(&functions);
    Some(Rate {
        n: only_functions,
        of: pair.n_both + only_functions + only_system + pair.n_neither,
    })
}
