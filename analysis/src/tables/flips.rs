//! Rankings of techniques that turn round when one looks differently.

use std::collections::BTreeMap;

use super::TableKind;
use super::dominators::dominating;
use super::techniques::{Scores, scores};
use crate::columns::{CLASS, N_JUDGED, N_KILLED, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::kills::score;
use crate::roles::is_ranked;
use crate::{AnalysisError, Cell, Layout, Rate, Table};

pub(super) const FLIPS: TableKind = TableKind {
    name: "flips",
    question: "Does the ranking depend on how one looks?",
    is_main: false,
    build,
};

/// A way to look at a subject, and the rates seen.
type View = (String, BTreeMap<String, Rate>);

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let ranked = findings.kills.clone().filter(is_ranked());
    let by_technique = scores(ranked.clone(), TECHNIQUE)?;
    let mut views: BTreeMap<String, Vec<View>> = BTreeMap::new();
    for policy in findings.papers.policies() {
        if policy.name == findings.policy.name || findings.lacks(policy)?.is_some() {
            continue;
        }
        let kills = findings.kills_under(policy)?.filter(is_ranked());
        let scores = scores(kills, TECHNIQUE)?;
        for subject in &findings.subjects {
            let view = (
                format!("policy {}", policy.name),
                of_subject(&scores, subject),
            );
            views.entry(subject.clone()).or_default().push(view);
        }
    }
    for (subject, found) in dominating(findings)? {
        let view = ("dominators only".to_owned(), found.rates);
        views.entry(subject).or_default().push(view);
    }
    let cells = Cells::collect(score(ranked, &[CLASS, TECHNIQUE]))?;
    let mut by_class: BTreeMap<(String, String), BTreeMap<String, Rate>> = BTreeMap::new();
    for row in cells.rows() {
        let rate = Rate {
            n: cells.count(row, N_KILLED)?,
            of: cells.count(row, N_JUDGED)?,
        };
        let key = (cells.name(row, SUBJECT)?, cells.name(row, CLASS)?);
        let rates = by_class.entry(key).or_default();
        rates.insert(cells.name(row, TECHNIQUE)?, rate);
    }
    for ((subject, class), rates) in by_class {
        views
            .entry(subject)
            .or_default()
            .push((format!("class {class}"), rates));
    }
    let tables = findings.subjects.iter().filter_map(|subject| {
        let base = of_subject(&by_technique, subject);
        let views = views.get(subject)?;
        (base.len() > 1).then(|| table(subject, &base, views))
    });
    Ok(tables.collect())
}

fn of_subject(scores: &Scores, subject: &str) -> BTreeMap<String, Rate> {
    let of_subject = scores.iter().filter(|((known, _), _)| known == subject);
    of_subject
        .map(|((_, technique), rate)| (technique.clone(), *rate))
        .collect()
}

fn table(subject: &str, base: &BTreeMap<String, Rate>, views: &[View]) -> Table {
    let mut table = Table::new(FLIPS.name, "Rankings that turn round", FLIPS.question)
        .about(subject)
        .with_columns([
            ("view", "view"),
            ("ahead", "ahead in all"),
            ("behind", "behind"),
            ("ahead_rate", "the first here"),
            ("behind_rate", "the second here"),
        ]);
    table.layout = Layout::Blocks;
    for (view, rates) in views {
        for (first, second) in flips(base, rates) {
            table.rows.push(vec![
                Cell::text(view),
                Cell::text(first),
                Cell::text(second),
                Cell::rate(rates.get(first).copied()),
                Cell::rate(rates.get(second).copied()),
            ]);
        }
    }
    let names: Vec<&str> = views.iter().map(|(name, _)| name.as_str()).collect();
    table.notes.push(format!(
        "A pair stands here when the technique that kills the larger share of all usable mutants kills the \
         smaller one in the view. Looked at: {}.{}",
        names.join(", "),
        if table.rows.is_empty() {
            " None turns round."
        } else {
            ""
        }
    ));
    table
}

/// Pairs whose shares stand in the other order, the one that was ahead first; ties turn nothing round.
fn flips<'a>(
    base: &'a BTreeMap<String, Rate>,
    view: &BTreeMap<String, Rate>,
) -> Vec<(&'a str, &'a str)> {
    // Shares as cross products, so that equal ones are equal.
    let is_ahead = |first: Rate, second: Rate| {
        u128::from(first.n) * u128::from(second.of) > u128::from(second.n) * u128::from(first.of)
    };
    let mut flips = Vec::new();
    for (first, first_rate) in base {
        for (second, second_rate) in base {
            let (Some(first_here), Some(second_here)) = (view.get(first), view.get(second)) else {
                continue;
            };
            if is_ahead(*first_rate, *second_rate) && is_ahead(*second_here, *first_here) {
                flips.push((first.as_str(), second.as_str()));
            }
        }
    }
    flips
}
