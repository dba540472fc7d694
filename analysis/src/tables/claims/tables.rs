//! The outcomes of all claims, and each claim with its numbers.

use super::CLAIMS as ALL;
use super::claim::{Claim, Decision, Figure};
use super::evidence::Evidence;
use crate::findings::Findings;
use crate::render::show_share;
use crate::tables::TableKind;
use crate::{AnalysisError, Cell, Rate, Table};

pub(in crate::tables) const CLAIMS: TableKind = TableKind {
    name: "claims",
    thesis: &[],
    question: "Which claims of the papers does this record reproduce?",
    is_main: false,
    build,
};

/// How many figures of a claim stand in the list of all claims.
const N_KEY_FIGURES: usize = 2;

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    // Nothing of the papers stands beside what somebody else mutated and tested.
    if findings.provenance.is_imported() {
        return Ok(Vec::new());
    }
    let evidence = Evidence::gather(findings)?;
    let decided: Vec<(&Claim, Decision)> = ALL
        .into_iter()
        .map(|claim| (claim, (claim.decide)(&evidence)))
        .collect();
    let each = decided
        .iter()
        .map(|(claim, decision)| of_claim(claim, decision));
    Ok([list(&decided)].into_iter().chain(each).collect())
}

fn list(decided: &[(&Claim, Decision)]) -> Table {
    let mut table =
        Table::new(CLAIMS.name, "Claims of the papers", CLAIMS.question).with_columns([
            ("claim", "claim"),
            ("text", "says"),
            ("paper", "paper"),
            ("ours", "ours"),
            ("outcome", "outcome"),
        ]);
    for (claim, decision) in decided {
        table.rows.push(vec![
            Cell::Count(claim.number),
            Cell::text(claim.short),
            key_figures(decision, |figure| figure.published),
            key_figures(decision, |figure| figure.measured),
            Cell::text(decision.outcome.name()),
        ]);
    }
    table.notes.push(
        "Paper, ours: the first figures of the claim, which has a table of its own below."
            .to_owned(),
    );
    table
}

fn key_figures(decision: &Decision, get: fn(&Figure) -> Option<Rate>) -> Cell {
    let figures = decision.figures.iter().take(N_KEY_FIGURES).map(get);
    let shown: Vec<String> = figures
        .map(|rate| rate.map_or("–".to_owned(), show_share))
        .collect();
    Cell::Text(shown.join(", "))
}

fn of_claim(claim: &Claim, decision: &Decision) -> Table {
    let outcome = decision.outcome.name();
    let title = format!("Claim {}: {outcome}", claim.number);
    let mut table = Table::new(CLAIMS.name, title, claim.text)
        .with_columns([("figure", "figure"), ("killed", "share")]);
    for figure in &decision.figures {
        table.rows.push(vec![
            Cell::text(&figure.name),
            Cell::Rate {
                measured: figure.measured,
                published: figure.published,
            },
        ]);
    }
    table.notes.push(format!("Claimed in: {}.", claim.source));
    table.notes.push(format!("Rule: {}", claim.rule));
    table.notes.extend(decision.statistics.iter().cloned());
    table
        .notes
        .push(format!("Outcome: {outcome}, because {}.", decision.reason));
    table
}
