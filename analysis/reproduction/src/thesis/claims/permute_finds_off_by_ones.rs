//! Permuting on mutants of SVM that are one off.

use killrate_analysis::show_rate;

use crate::claims::{Claim, Decided, Decision, Figure, lacking, rate};
use crate::thesis::names::THESIS_NAME;

const SUBJECT: &str = "svm";
const PERMUTE: &str = "permute";
/// "Finds them" is read as finding most, and most is more than half.
const MOST: f64 = 50.0;

pub(super) const CLAIM: Claim = Claim {
    number: 16,
    short: "permute finds loops that are one off",
    text: "Permuting finds mutants whose loops are one off: nearly all of SVM's off-by-one mutants.",
    source: "Murphy 2010 thesis, Table 3.11",
    rule: "On the off-by-one mutants of svm, which the thesis counts; those in loops and ranges stand \
           beside. Reproduced when permute kills most: its 95 % interval lies above one half. Not \
           reproduced when it lies below; otherwise undecided.",
    studies: &["thesis-1"],
    decide: |evidence| {
        let all = rate(&evidence.off_by_one, SUBJECT, PERMUTE);
        let in_loops = rate(&evidence.off_by_one_in_loops, SUBJECT, PERMUTE);
        let (decision, reason) = match all.and_then(|all| all.interval().map(|ends| (all, ends))) {
            None if evidence.properties.rate(SUBJECT, PERMUTE).is_some() => (
                Decision::Undecided,
                format!("`{SUBJECT}` has no usable off-by-one mutant that `{PERMUTE}` judged"),
            ),
            None => lacking(&[evidence.missing(SUBJECT, PERMUTE)]),
            Some((all, (low, high))) => {
                let killed = format!("permute killed {}", show_rate(all));
                if low > MOST {
                    (Decision::Reproduced, killed)
                } else if high < MOST {
                    (Decision::NotReproduced, killed)
                } else {
                    (
                        Decision::Undecided,
                        format!("{killed}, which has one half in it"),
                    )
                }
            }
        };
        let published =
            evidence
                .published
                .by_property(SUBJECT, THESIS_NAME, Some(PERMUTE), "off-by-one");
        Decided {
            figures: vec![
                Figure {
                    name: "permute on off-by-one mutants of svm".to_owned(),
                    measured: all,
                    published,
                    weighted: None,
                },
                Figure {
                    name: "those in loops and ranges".to_owned(),
                    measured: in_loops,
                    published: None,
                    weighted: None,
                },
            ],
            statistics: vec!["The interval is Wilson's.".to_owned()],
            decision,
            reason,
        }
    },
};
