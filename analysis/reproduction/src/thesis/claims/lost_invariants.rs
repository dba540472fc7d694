//! Invariants of a program that uses randomness against those of the same program without.

use killrate_analysis::Rate;
use killrate_analysis::roles::ASSERTIONS;

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, Missing, lacking};

/// The program on complete rows, which it treats the same every time.
const CERTAIN: &str = "martirank";
/// The same program on rows with missing values, which it places at random.
const RANDOM: &str = "martirank-training";

pub(super) const CLAIM: Claim = Claim {
    number: 7,
    short: "randomness costs invariants",
    text: "Fewer invariants are learned of a program when it uses randomness: of MartiRank when values are \
           missing, which it places at random.",
    source: "Murphy 2010 thesis, section 3.4.4",
    rule: "The invariants kept of martirank-training, whose rows lack values, against those of martirank, \
           whose rows do not. Reproduced when fewer are kept; not reproduced when as many are, or more; \
           undecided when assertions did not learn from both. There is no test: the invariants of one \
           program are no sample.",
    studies: &["reference/lost-invariants"],
    decide: |evidence| {
        let kept = |subject: &str| kept(evidence, subject);
        let (decision, reason) = match (kept(CERTAIN), kept(RANDOM)) {
            (Some(certain), Some(random)) => {
                let reason = format!("{random} were kept of {RANDOM}, {certain} of {CERTAIN}");
                if random < certain {
                    (Decision::Reproduced, reason)
                } else {
                    (Decision::NotReproduced, reason)
                }
            }
            (None, _) => lacking(&[missing(CERTAIN)]),
            (_, None) => lacking(&[missing(RANDOM)]),
        };
        // Of both together: more than all of the others would be no share.
        let of_both = |(random, certain): (u64, u64)| Rate {
            n: random,
            of: random + certain,
        };
        let published = evidence.thesis.in_text(
            "Daikon invariants MartiRank Study 3 (non-deterministic)",
            "Daikon invariants MartiRank Study 1",
        );
        Decided {
            figures: vec![Figure {
                name: "invariants with randomness, of those with and without".to_owned(),
                measured: kept(RANDOM).zip(kept(CERTAIN)).map(of_both),
                published: published.map(|rate| of_both((rate.n, rate.of))),
                weighted: None,
            }],
            statistics: Vec::new(),
            decision,
            reason,
        }
    },
};

fn kept(evidence: &Evidence, subject: &str) -> Option<u64> {
    let mut learned = evidence.invariants.iter();
    let learned = learned.find(|learned| learned.subject.as_str() == subject)?;
    Some(learned.n_kept)
}

fn missing(subject: &str) -> Missing {
    Missing::from_study(format!(
        "`{ASSERTIONS}` learned nothing of `{subject}` in the record"
    ))
}
