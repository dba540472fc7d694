//! Mutants that no relation alone detects.

use super::{STUDIES, absent};
use crate::claims::{Claim, Decided, Decision, Figure};
use killrate_analysis::Rate;

pub(super) const CLAIM: Claim = Claim {
    number: 33,
    short: "chains find what no relation finds alone",
    text: "Chains of two relations find mutants that neither special cases nor any single relation finds: \
           Mutants 4 and 5 of the paper, whose accumulating product is replaced by one of its operands.",
    source: "Wu 2005, Tables 1 and 2",
    rule: "On sparse-matrix. Reproduced when both mutants survive special cases and one round and fall to two \
           rounds; not reproduced otherwise. The table `sequences` has every chain beside the printed ones.",
    studies: STUDIES,
    decide: |evidence| {
        let rebuilt = evidence.wu.rebuilt();
        if rebuilt.len() < 2 {
            return absent("Mutants 4 and 5 of `sparse-matrix` are");
        }
        let n_by = |rounds: u64| {
            let found = |needed: &Option<u64>| needed.is_some_and(|needed| needed <= rounds);
            Rate {
                n: rebuilt.iter().filter(|(_, needed)| found(needed)).count() as u64,
                of: rebuilt.len() as u64,
            }
        };
        let figure = |name: &str, rounds, published| Figure {
            name: name.to_owned(),
            measured: Some(n_by(rounds)),
            published: Some(Rate {
                n: published,
                of: 2,
            }),
            weighted: None,
        };
        let told = rebuilt.iter().map(|(name, needed)| match needed {
            None => format!("{name} is never found"),
            Some(0) => format!("{name} is found by special cases"),
            Some(1) => format!("{name} is found by one relation alone"),
            Some(needed) => format!("{name} is found by chains of {needed}"),
        });
        let is_reproduced = rebuilt.iter().all(|(_, needed)| *needed == Some(2));
        Decided {
            figures: vec![figure("two rounds", 2, 2), figure("one round", 1, 0)],
            statistics: Vec::new(),
            decision: if is_reproduced {
                Decision::Reproduced
            } else {
                Decision::NotReproduced
            },
            reason: told.collect::<Vec<String>>().join(", "),
        }
    },
};
