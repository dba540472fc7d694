//! The outcomes of all claims, and each claim with its numbers.

use killrate_analysis::{AnalysisError, Cell, Findings, Rate, Table, TableKind, show_share};

use super::claim::{Claim, Decided, Figure};
use super::evidence::Evidence;

/// How many figures of a claim stand in the list of all claims.
const N_KEY_FIGURES: usize = 2;

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
    let decided: Vec<(&Claim, Decided)> = claims
        .iter()
        .map(|claim| (*claim, (claim.decide)(&evidence)))
        .collect();
    let each = decided
        .iter()
        .map(|(claim, decided)| of_claim(kind, claim, decided));
    Ok([list(kind, &decided)].into_iter().chain(each).collect())
}

fn list(kind: &TableKind, all: &[(&Claim, Decided)]) -> Table {
    let mut table = Table::new(kind.name, "Claims of the papers", kind.question).with_columns([
        ("claim", "claim"),
        ("text", "says"),
        ("paper", "paper"),
        ("ours", "ours"),
        ("outcome", "outcome"),
    ]);
    for (claim, decided) in all {
        table.rows.push(vec![
            Cell::Count(claim.number),
            Cell::text(claim.short),
            key_figures(decided, |figure| figure.published),
            key_figures(decided, |figure| figure.measured),
            Cell::text(decided.decision.name()),
        ]);
    }
    table.notes.push(
        "Paper, ours: the first figures of the claim, which has a table of its own below."
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

fn of_claim(kind: &TableKind, claim: &Claim, decided: &Decided) -> Table {
    let outcome = decided.decision.name();
    let title = format!("Claim {}: {outcome}", claim.number);
    let mut table = Table::new(kind.name, title, claim.text)
        .with_columns([("figure", "figure"), ("killed", "share")]);
    for figure in &decided.figures {
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
    table.notes.extend(decided.statistics.iter().cloned());
    table
        .notes
        .push(format!("Outcome: {outcome}, because {}.", decided.reason));
    table
}
