//! The outcomes of all claims, and each claim with its numbers.

use killrate_analysis::weights::INTERVAL;
use killrate_analysis::{
    AnalysisError, Cell, Findings, Policy, Rate, Table, TableKind, show_share,
};

use super::claim::{Claim, Decided, Decision, Figure};
use super::evidence::Evidence;

/// How many figures of a claim stand in the list of all claims.
const N_KEY_FIGURES: usize = 2;

/// What a claim comes to under a policy.
type Outcome = (&'static Policy, Decision, String);

/// A claim with what it comes to under the report's policy, and under each of the others.
struct Told<'a> {
    claim: &'a Claim,
    decided: Decided,
    others: Vec<Outcome>,
}

/// The list of these claims, and a table for each, all of this kind.
pub(crate) fn claim_tables(
    findings: &Findings,
    kind: &TableKind,
    claims: &[&Claim],
) -> Result<Vec<Table>, AnalysisError> {
    // Nothing of the papers stands beside what somebody else mutated and tested.
    if findings.provenance.is_imported() {
        return Ok(Vec::new());
    }
    // Once for all claims: most look at the same rates, and each rate is a pass over the kills.
    let evidence = Evidence::gather(findings)?;
    let mut told: Vec<Told<'_>> = claims
        .iter()
        .map(|claim| Told {
            claim,
            decided: (claim.decide)(&evidence),
            others: Vec::new(),
        })
        .collect();
    for policy in findings.papers.policies() {
        if policy.name == findings.policy.name {
            continue;
        }
        // One that a subject lacks a technique for can decide nothing.
        let Some(findings) = findings.under(policy)? else {
            continue;
        };
        let evidence = Evidence::gather(&findings)?;
        for known in &mut told {
            let decided = (known.claim.decide)(&evidence);
            let reason = with_studies(known.claim, decided.decision, decided.reason);
            known.others.push((policy, decided.decision, reason));
        }
    }
    let own = findings.policy.name;
    let each = told.iter().map(|known| of_claim(kind, own, known));
    Ok([list(kind, &told)].into_iter().chain(each).collect())
}

fn list(kind: &TableKind, all: &[Told<'_>]) -> Table {
    let mut table = Table::new(kind.name, "Claims of the papers", kind.question).with_columns([
        ("claim", "claim"),
        ("text", "says"),
        ("paper", "paper"),
        ("ours", "ours"),
        ("outcome", "outcome"),
    ]);
    let others: Vec<&str> = all.first().map_or(Vec::new(), |told| {
        told.others.iter().map(|(policy, ..)| policy.name).collect()
    });
    for name in others {
        table = table.with_columns([(
            format!("under_{name}").as_str(),
            format!("under {name}").as_str(),
        )]);
    }
    for Told {
        claim,
        decided,
        others,
    } in all
    {
        let mut row = vec![
            Cell::Count(claim.number),
            Cell::text(claim.short),
            key_figures(decided, |figure| figure.published),
            key_figures(decided, |figure| figure.measured),
            Cell::text(decided.decision.name()),
        ];
        let outcomes = others.iter().map(|(_, decision, _)| decision.name());
        row.extend(outcomes.map(Cell::text));
        table.rows.push(row);
    }
    table.notes.push(
        "Paper, ours: the first figures of the claim, which has a table of its own below."
            .to_owned(),
    );
    table.notes.push(
        "Undecided: the record has what the claim is about, and cannot tell. Not in this study: it lacks a \
         program, a technique or a property that the claim is about; the claim's own table names the studies \
         that have them."
            .to_owned(),
    );
    table
}

fn key_figures(decided: &Decided, get: fn(&Figure) -> Option<Rate>) -> Cell {
    let figures = decided.figures.iter().take(N_KEY_FIGURES).map(get);
    let shown: Vec<String> = figures
        .map(|rate| rate.map_or("–".to_owned(), show_share))
        .collect();
    Cell::Text(shown.join(", "))
}

fn of_claim(kind: &TableKind, policy: &str, told: &Told<'_>) -> Table {
    let Told {
        claim,
        decided,
        others,
    } = told;
    let outcome = decided.decision.name();
    let title = format!("Claim {}: {outcome}", claim.number);
    let mut table = Table::new(kind.name, title, claim.text)
        .with_columns([("figure", "figure"), ("killed", "share")]);
    let is_weighted = decided
        .figures
        .iter()
        .any(|figure| figure.weighted.is_some());
    if is_weighted {
        table = table.with_columns([("weighted_percent", "weighted %")]);
    }
    for figure in &decided.figures {
        let mut row = vec![
            Cell::text(&figure.name),
            Cell::Rate {
                measured: figure.measured,
                published: figure.published,
            },
        ];
        if is_weighted {
            row.push(Cell::estimate(figure.weighted));
        }
        table.rows.push(row);
    }
    table.notes.push(format!("Claimed in: {}.", claim.source));
    table.notes.push(format!("Rule: {}", claim.rule));
    if is_weighted {
        table.notes.push(format!(
            "Weighted: the mean of the subjects' percentages, each weighted by the number of mutants that the \
             paper has of the subject. {INTERVAL}"
        ));
    }
    table.notes.extend(decided.statistics.iter().cloned());
    for (other, decision, reason) in others {
        table.notes.push(format!(
            "Under the policy `{}` instead of `{policy}`: {}, because {reason}.",
            other.name,
            decision.name()
        ));
    }
    let reason = with_studies(claim, decided.decision, decided.reason.clone());
    table
        .notes
        .push(format!("Outcome: {outcome}, because {reason}."));
    table
}

/// The reason, and where a claim is not in a study, those that have it.
fn with_studies(claim: &Claim, decision: Decision, reason: String) -> String {
    if decision != Decision::NotInStudy {
        return reason;
    }
    let names: Vec<String> = claim
        .studies
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    match names.as_slice() {
        [one] => format!("{reason}; the study {one} has it"),
        several => format!("{reason}; the studies {} have it", several.join(", ")),
    }
}
