//! Second implementations against the original.

use crate::claims::{Claim, Decided, Decision, Figure, Missing, lacking};
use crate::thesis::names::STUDY_1;

pub(super) const CLAIM: Claim = Claim {
    number: 5,
    short: "second implementations accuse the original",
    text: "A pseudo-oracle raises false alarms: the second implementation disagrees with the original on \
           every data set of two of the three programs.",
    source: "Murphy 2010 thesis, section 3.4.2",
    rule: "On c45, martirank and svm, a data set counts when a second implementation's output differs \
           from the original's. Reproduced when at least two programs have a difference on every data \
           set; not reproduced when that can no longer be; otherwise undecided. There is no test: the \
           data sets are those of the study, not a sample.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let rates = STUDY_1.map(|subject| evidence.disagreements.get(subject).copied());
        let figures = STUDY_1.iter().zip(&rates).map(|(subject, rate)| Figure {
            name: format!("data sets with a difference on {subject}"),
            measured: *rate,
            published: evidence.published.disagreement(subject),
            weighted: None,
        });
        let n_everywhere = rates
            .iter()
            .flatten()
            .filter(|rate| rate.n == rate.of)
            .count();
        let n_missing = rates.iter().filter(|rate| rate.is_none()).count();
        let (decision, reason) = if n_everywhere >= N_PROGRAMS {
            let reason = format!("{n_everywhere} programs differ from theirs on every data set");
            (Decision::Reproduced, reason)
        } else if n_everywhere + n_missing >= N_PROGRAMS {
            let missing = STUDY_1.iter().zip(&rates).find(|(_, rate)| rate.is_none());
            let (subject, _) = missing.expect("some are missing");
            let reason = format!("`{subject}` has no second implementation in the record");
            lacking(&[Missing::from_study(reason)])
        } else {
            let reason =
                format!("{n_everywhere} of the programs differ from theirs on every data set");
            (Decision::NotReproduced, reason)
        };
        Decided {
            figures: figures.collect(),
            statistics: Vec::new(),
            decision,
            reason,
        }
    },
};

/// The programs of the thesis whose second implementation differs everywhere.
const N_PROGRAMS: usize = 2;
