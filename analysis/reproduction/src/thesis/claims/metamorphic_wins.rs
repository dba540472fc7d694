//! Metamorphic testing against the other techniques.

use killrate_analysis::roles::{ASSERTIONS, METAMORPHIC, PARTIAL_ORACLE};

use crate::claims::{ABOUT_TEST, Claim, Decided, Duel, Evidence, Figure, decide};
use crate::thesis::names::{STUDY_1, STUDY_2};

pub(super) const CLAIM: Claim = Claim {
    number: 1,
    short: "metamorphic testing kills most",
    text: "On deterministic programs, metamorphic testing kills more mutants than a partial oracle and \
           than assertions.",
    source: "Murphy 2010 thesis, Tables 3.4 and 3.14 and Section 3.4.5",
    rule: "Over the programs of Study 1 (c45, martirank and svm) and of Study 2 (gaffitter, jsim and lucene) \
           together; of one of the studies where the record lacks a program of the other. Reproduced when it \
           kills more than each of the two, more than chance; not reproduced when it kills as many as one of \
           them or fewer; otherwise undecided.",
    studies: &["thesis-1-assertions", "thesis-1-full", "thesis-2"],
    decide: |evidence| {
        let others = [PARTIAL_ORACLE, ASSERTIONS];
        let subjects = evidence.of_whole_studies(&[&STUDY_1, &STUDY_2]);
        let duels = others.map(|fewer| Duel {
            subjects: &subjects,
            more: METAMORPHIC,
            fewer,
        });
        let duels = decide(evidence, &evidence.techniques, &duels);
        let figures = TECHNIQUES.map(|technique| evidence.technique(&subjects, technique));
        Decided {
            figures: figures
                .into_iter()
                .chain(of_each_study(evidence, &subjects))
                .collect(),
            statistics: [duels.statistics, vec![ABOUT_TEST.to_owned()]].concat(),
            decision: duels.decision,
            reason: duels.reason,
        }
    },
};

const TECHNIQUES: [&str; 3] = [METAMORPHIC, PARTIAL_ORACLE, ASSERTIONS];

/// Each study alone, where they are decided together; else what the thesis says of both.
fn of_each_study(evidence: &Evidence, subjects: &[&str]) -> Vec<Figure> {
    if subjects.len() == STUDY_1.len() + STUDY_2.len() {
        let figures = |study: &[&str], title: &'static str| {
            TECHNIQUES.map(|technique| Figure {
                name: format!("{technique}, {title}"),
                ..evidence.technique(study, technique)
            })
        };
        let of_studies = [figures(&STUDY_1, "Study 1"), figures(&STUDY_2, "Study 2")];
        return of_studies.into_iter().flatten().collect();
    }
    let names = ["MT", "partial oracle", "assertions"];
    let figure = |(technique, name)| Figure {
        name: format!("{technique}, Studies 1 and 2"),
        measured: None,
        published: evidence.thesis.in_text(
            &format!("Studies 1+2 killed by {name}"),
            "Studies 1+2 mutants",
        ),
        weighted: None,
    };
    TECHNIQUES.into_iter().zip(names).map(figure).collect()
}
