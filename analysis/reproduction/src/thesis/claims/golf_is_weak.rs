//! The smallest data set on C4.5 and on SVM.

use crate::claims::{Claim, Decided, Decision, Duel, Evidence, Figure, decide_among};

const GOLF: &str = "golf";
/// Where golf is claimed to be the weakest data set.
const WEAK_ON: &str = "c45";
/// Where it is claimed not to be.
const NOT_WEAK_ON: &str = "svm";

pub(super) const CLAIM: Claim = Claim {
    number: 14,
    short: "golf kills fewest on C4.5 and not on SVM",
    text: "The small data set golf kills fewest mutants on C4.5, but on SVM it is not the weakest.",
    source: "Murphy 2010 thesis, Tables 3.8 and 3.12",
    rule: "With the thesis's properties. Reproduced when on c45 every other data set kills more than \
           golf, more than chance, and on svm some other data set kills as few as golf or fewer. Not \
           reproduced when on c45 some other data set kills as few or fewer, or on svm every other \
           one kills more, more than chance. Otherwise undecided.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let on_c45 = evidence.data_sets.names(WEAK_ON);
        let on_svm = evidence.data_sets.names(NOT_WEAK_ON);
        let is_weakest = |subject: &str, data_sets: &[&str]| {
            let subjects = [subject];
            let duels = duels_with_golf(&subjects, data_sets);
            decide_among(evidence, &evidence.data_sets, subject, GOLF, &duels)
        };
        let weakest_on_c45 = is_weakest(WEAK_ON, &on_c45);
        let weakest_on_svm = is_weakest(NOT_WEAK_ON, &on_svm);
        let (decision, reason) = match (weakest_on_c45.decision, weakest_on_svm.decision) {
            (Decision::NotReproduced, _) => (Decision::NotReproduced, weakest_on_c45.reason),
            (_, Decision::Reproduced) => (
                Decision::NotReproduced,
                format!("golf kills fewest on {NOT_WEAK_ON} too, more than chance"),
            ),
            (Decision::NotInStudy, _) => (Decision::NotInStudy, weakest_on_c45.reason),
            (_, Decision::NotInStudy) => (Decision::NotInStudy, weakest_on_svm.reason),
            (Decision::Undecided, _) => (Decision::Undecided, weakest_on_c45.reason),
            (_, Decision::Undecided) => (Decision::Undecided, weakest_on_svm.reason),
            (Decision::Reproduced, Decision::NotReproduced) => (
                Decision::Reproduced,
                format!(
                    "golf kills fewest on {WEAK_ON}, more than chance, and not on {NOT_WEAK_ON}"
                ),
            ),
        };
        Decided {
            figures: figures(evidence, WEAK_ON, &on_c45)
                .chain(figures(evidence, NOT_WEAK_ON, &on_svm))
                .collect(),
            statistics: [
                weakest_on_c45.statistics,
                weakest_on_svm.statistics,
                vec![
                    "p: exact McNemar on the same mutants, two-sided, Holm-corrected within the subject."
                        .to_owned(),
                ],
            ]
            .concat(),
            decision,
            reason,
        }
    },
};

/// Every other data set against golf.
fn duels_with_golf<'a>(subjects: &'a [&'a str], data_sets: &[&'a str]) -> Vec<Duel<'a>> {
    let others = data_sets.iter().filter(|data_set| **data_set != GOLF);
    let duel = |more: &&'a str| Duel {
        subjects,
        more,
        fewer: GOLF,
    };
    others.map(duel).collect()
}

/// Golf first, then the others.
fn figures<'a>(
    evidence: &'a Evidence,
    subject: &'a str,
    data_sets: &'a [&str],
) -> impl Iterator<Item = Figure> + 'a {
    let others = data_sets.iter().filter(|data_set| **data_set != GOLF);
    [GOLF]
        .into_iter()
        .chain(others.copied())
        .map(move |data_set| evidence.data_set(subject, data_set))
}
