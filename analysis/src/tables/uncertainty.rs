//! How sure the totals are when it is programs that are drawn, not mutants.

use killrate_model::Rng;

use super::TableKind;
use super::techniques::{Scores, scores};
use crate::columns::TECHNIQUE;
use crate::findings::Findings;
use crate::roles::is_ranked;
use crate::statistics::{N_REPLICATES, cluster_bootstrap};
use crate::{AnalysisError, Cell, Rate, Table};

pub(super) const UNCERTAINTY: TableKind = TableKind {
    name: "uncertainty",
    question: "Would other programs have given the same answer?",
    is_main: false,
    build,
};

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let scores = scores(findings.kills.clone().filter(is_ranked()), TECHNIQUE)?;
    let techniques = of_every_subject(&scores, &findings.subjects);
    if findings.subjects.len() < 2 || techniques.is_empty() {
        return Ok(Vec::new());
    }
    let seed = findings.provenance.seed;
    let mut table = Table::new(
        UNCERTAINTY.name,
        "Totals with whole subjects drawn again",
        UNCERTAINTY.question,
    )
    .with_columns([
        ("technique", "technique"),
        ("killed", "killed"),
        ("subjects_low", "drawn low %"),
        ("subjects_high", "high %"),
        ("behind", "points behind"),
        ("behind_low", "low"),
        ("behind_high", "high"),
    ]);
    let (best, best_rates) = techniques[0].clone();
    for (technique, rates) in &techniques {
        // A stream of its own for each number, so that another technique changes none.
        let draw = |purpose: &str| Rng::for_purpose(seed, &format!("{purpose} {technique}"));
        let share = |rates: &[&Rate]| {
            let total = Rate::total(rates.iter().map(|rate| **rate))?;
            total.percent()
        };
        let interval = cluster_bootstrap(rates, &mut draw("uncertainty of"), share);
        let pairs: Vec<(Rate, Rate)> = best_rates.iter().copied().zip(rates.clone()).collect();
        let behind = |pairs: &[&(Rate, Rate)]| {
            let first: Vec<&Rate> = pairs.iter().map(|pair| &pair.0).collect();
            let second: Vec<&Rate> = pairs.iter().map(|pair| &pair.1).collect();
            Some(share(&first)? - share(&second)?)
        };
        let is_best = *technique == best;
        let all: Vec<&(Rate, Rate)> = pairs.iter().collect();
        let points = behind(&all).filter(|_| !is_best);
        let bounds =
            cluster_bootstrap(&pairs, &mut draw("points behind of"), behind).filter(|_| !is_best);
        table.rows.push(vec![
            Cell::text(technique),
            Cell::rate(Rate::total(rates.iter().copied())),
            Cell::number(interval.map(|(low, _)| low), 1),
            Cell::number(interval.map(|(_, high)| high), 1),
            Cell::number(points, 1),
            Cell::number(bounds.map(|(low, _)| low), 1),
            Cell::number(bounds.map(|(_, high)| high), 1),
        ]);
    }
    table.notes.push(format!(
        "Drawn, and low and high after the points behind the best: 95 % percentile intervals of a cluster bootstrap; {N_REPLICATES} times as many subjects were drawn \
         with replacement as there are, seed {seed}. With {} subjects they are too narrow rather than too wide.",
        findings.subjects.len()
    ));
    Ok(vec![table])
}

/// Techniques that judged every subject, the one with most kills first, each with its rates.
fn of_every_subject(scores: &Scores, subjects: &[String]) -> Vec<(String, Vec<Rate>)> {
    let names: std::collections::BTreeSet<&String> = scores.keys().map(|(_, name)| name).collect();
    let rates = |technique: &String| {
        let rate = |subject: &String| scores.get(&(subject.clone(), technique.clone())).copied();
        let rates: Option<Vec<Rate>> = subjects.iter().map(rate).collect();
        Some((technique.clone(), rates?))
    };
    let mut techniques: Vec<(String, Vec<Rate>)> = names.into_iter().filter_map(rates).collect();
    techniques.sort_by_key(|(_, rates)| {
        let n_killed: u64 = rates.iter().map(|rate| rate.n).sum();
        std::cmp::Reverse(n_killed)
    });
    techniques
}
