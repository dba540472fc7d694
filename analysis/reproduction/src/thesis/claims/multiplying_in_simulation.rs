//! Multiplying against adding on a simulator.

use killrate_analysis::comparisons::SIGNIFICANT;
use killrate_analysis::statistics::fisher_exact;
use killrate_analysis::{Rate, show_p, show_rate};
use killrate_model::SiteKind;

use crate::claims::{Claim, Decided, Decision, Duel, Evidence, Figure, decide, rate};

const SUBJECT: &str = "jsim";
const MULTIPLY: &str = "multiply";
const ADD: &str = "add";

pub(super) const CLAIM: Claim = Claim {
    number: 12,
    short: "multiplying works in simulation",
    text: "In simulation multiplying finds mutants that adding misses: on JSim it kills all of them, adding \
           half. It does so because constants there are one off in calculations, not in loops and indices.",
    source: "Murphy 2010 thesis, Table 3.15 and Section 3.4.3",
    rule: "On jsim. Reproduced when multiplying kills more than adding, more than chance, and of the \
           off-by-one mutants a larger share of those in calculations than of those in loops, ranges and \
           indices, more than chance; not reproduced when one of the two is equal or the other way round; \
           otherwise undecided, as where no usable mutant is in calculations, or none in the others.",
    studies: &["thesis-2", "simulation/jsim"],
    decide: |evidence| {
        let duel = Duel {
            subjects: &[SUBJECT],
            more: MULTIPLY,
            fewer: ADD,
        };
        let duels = decide(evidence, &evidence.properties, &[duel]);
        let in_arithmetic = at(evidence, &[SiteKind::Arithmetic]);
        let in_loops = at(evidence, &[SiteKind::Loop, SiteKind::Index]);
        let (decision, reason, p) = match duels.decision {
            Decision::NotInStudy | Decision::NotReproduced => (duels.decision, duels.reason, None),
            _ => by_sites(
                duels.decision,
                duels.reason,
                in_arithmetic,
                in_loops,
                evidence.tells_sites,
            ),
        };
        let of_sites = [
            ("calculations", in_arithmetic),
            ("loops, ranges and indices", in_loops),
        ];
        let of_sites = of_sites.map(|(place, measured)| Figure {
            name: format!("{MULTIPLY} on integers one off in {place}"),
            measured,
            published: None,
            weighted: None,
        });
        let figures = [MULTIPLY, ADD].map(|property| evidence.property(&[SUBJECT], property));
        let test = p.map(|p| {
            format!(
                "Calculations against loops, ranges and indices: {}, Fisher's exact test, two-sided.",
                show_p(p)
            )
        });
        Decided {
            figures: figures.into_iter().chain(of_sites).collect(),
            statistics: duels.statistics.into_iter().chain(test).collect(),
            decision,
            reason,
        }
    },
};

/// What the places of the changed integers make of a claim that the properties do not refute.
fn by_sites(
    decision: Decision,
    reason: String,
    in_arithmetic: Option<Rate>,
    in_loops: Option<Rate>,
    is_told: bool,
) -> (Decision, String, Option<f64>) {
    let (Some(arithmetic), Some(loops)) = (in_arithmetic, in_loops) else {
        if !is_told {
            let reason = format!("{reason}, and the record does not tell what integers are for");
            return (Decision::Undecided, reason, None);
        }
        let lacks = match (in_arithmetic, in_loops) {
            (None, None) => "in calculations and none in loops, ranges and indices",
            (None, Some(_)) => "in calculations",
            _ => "in loops, ranges and indices",
        };
        let reason = format!("{reason}, and no usable mutant is one off {lacks}");
        return (Decision::Undecided, reason, None);
    };
    let p = fisher_exact(arithmetic, loops);
    let shares = format!(
        "of those in calculations it killed {}, of those in loops, ranges and indices {}",
        show_rate(arithmetic),
        show_rate(loops)
    );
    // Shares compared without rounding.
    if arithmetic.n * loops.of <= loops.n * arithmetic.of {
        return (Decision::NotReproduced, shares, Some(p));
    }
    let decision = match decision {
        Decision::Reproduced if p < SIGNIFICANT => Decision::Reproduced,
        _ => Decision::Undecided,
    };
    (decision, format!("{reason}; {shares}"), Some(p))
}

/// What multiplying kills of the mutants that are one off at these kinds of sites.
fn at(evidence: &Evidence, kinds: &[SiteKind]) -> Option<Rate> {
    let rates = kinds.iter().filter_map(|kind| {
        let scores = evidence.off_by_one_by_site.get(kind)?;
        rate(scores, SUBJECT, MULTIPLY)
    });
    Rate::total(rates)
}
