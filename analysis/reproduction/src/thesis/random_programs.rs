//! Kills on programs that use randomness.

use std::collections::BTreeSet;

use killrate_analysis::columns::{FUNCTION, TECHNIQUE};
use killrate_analysis::roles::takes_samples;
use killrate_analysis::{AnalysisError, Cell, Findings, Rate, Scores, Table, TableKind, scores};
use polars::prelude::*;

use crate::thesis::names::SORT;
use crate::thesis::numbers::{RANDOM_TECHNIQUES, Random, ThesisNumbers};

pub(crate) const RANDOM_PROGRAMS: TableKind = TableKind {
    name: "random-programs",
    question: "On programs that use randomness, which technique finds most of the mutants?",
    is_main: true,
    build,
};

/// Groups of functions of MartiRank that the thesis counts apart; whatever is in none is in the last.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "pauc+insert_score (deterministic)",
        &["pauc", "insert_score"],
    ),
    SORT,
    ("other (no properties)", &[]),
];

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let by_technique = scores(findings.kills.clone(), TECHNIQUE)?;
    let thesis = ThesisNumbers::of(findings)?;
    let mut tables = Vec::new();
    for subject in &findings.subjects {
        let judged: BTreeSet<&str> = by_technique
            .keys()
            .filter(|(known, _)| known == subject)
            .map(|(_, technique)| technique.as_str())
            .collect();
        // The techniques for random programs are what makes a table worth having.
        if !judged.iter().any(|technique| takes_samples(technique)) {
            continue;
        }
        tables.push(of_subject(&thesis, subject, &judged, &by_technique));
        tables.extend(of_functions(findings, &thesis, subject, &judged)?);
    }
    Ok(tables)
}

/// What the thesis has and the record has not is told too.
fn rows(judged: &BTreeSet<&str>) -> Vec<&'static str> {
    let known = RANDOM_TECHNIQUES.iter().map(|(ours, _, _)| *ours);
    let is_judged = |technique: &str| judged.iter().any(|known| *known == technique);
    let is_shown = |technique: &&str| is_judged(technique) || !takes_samples(technique);
    known.filter(is_shown).collect()
}

fn of_subject(
    thesis: &ThesisNumbers,
    subject: &str,
    judged: &BTreeSet<&str>,
    by_technique: &Scores,
) -> Table {
    let title = "Kills on a random program";
    let mut table = Table::new(RANDOM_PROGRAMS.name, title, RANDOM_PROGRAMS.question)
        .about(subject)
        .with_columns([("technique", "technique"), ("killed", "killed")]);
    for technique in rows(judged) {
        let key = (subject.to_owned(), technique.to_owned());
        let random = Random::Technique { subject, technique };
        table.rows.push(vec![
            Cell::text(technique),
            Cell::Rate {
                measured: by_technique.get(&key).copied(),
                published: thesis.random(&random),
            },
        ]);
    }
    table.notes.push(ABOUT.to_owned());
    table.notes.extend(thesis.notes_random());
    table
}

const ABOUT: &str = "The thesis has one technique where there are two here: its own way, one t-test \
                     at 0.05, which promises no rate of false alarms, and calibrated on the \
                     original. A line without a measured rate is of a technique that did not judge.";

/// Kills by groups of functions, where the thesis has them.
fn of_functions(
    findings: &Findings,
    thesis: &ThesisNumbers,
    subject: &str,
    judged: &BTreeSet<&str>,
) -> Result<Option<Table>, AnalysisError> {
    let is_published = |group: &str| {
        let technique = "mrc";
        let random = Random::Group {
            subject,
            technique,
            group,
        };
        thesis.random(&random).is_some()
    };
    if !GROUPS.iter().any(|(group, _)| is_published(group)) {
        return Ok(None);
    }
    let mut table = Table::new(
        RANDOM_PROGRAMS.name,
        "Kills on a random program, by groups of functions",
        RANDOM_PROGRAMS.question,
    )
    .about(subject)
    .with_columns([
        ("functions", "functions"),
        ("technique", "technique"),
        ("killed", "killed"),
    ]);
    let of_group = |functions: &[&str]| {
        let all: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, all)| all.iter().copied())
            .collect();
        let is_one_of = |names: &[&str]| {
            let is_it = |name: &&str| col(FUNCTION).eq(lit((*name).to_owned()));
            let either = names.iter().map(is_it).reduce(Expr::or);
            either.unwrap_or_else(|| lit(false))
        };
        if functions.is_empty() {
            is_one_of(&all).not()
        } else {
            is_one_of(functions)
        }
    };
    for (group, functions) in GROUPS {
        let kills = findings.kills.clone().filter(of_group(functions));
        let by_technique = scores(kills, TECHNIQUE)?;
        for technique in rows(judged) {
            let random = Random::Group {
                subject,
                technique,
                group,
            };
            let published = thesis.random(&random);
            let key = (subject.to_owned(), technique.to_owned());
            let measured: Option<Rate> = by_technique.get(&key).copied();
            // A group that neither has is no finding: most techniques are not told apart by function.
            if measured.is_some() || published.is_some() {
                table.rows.push(vec![
                    Cell::text(group),
                    Cell::text(technique),
                    Cell::Rate {
                        measured,
                        published,
                    },
                ]);
            }
        }
    }
    table.notes.push(ABOUT_SORT.to_owned());
    Ok(Some(table))
}

const ABOUT_SORT: &str = "The sort of ours is in several functions, which are counted with \
                          `sort_examples`. Ranking alone needs no quality and keeps no best scores, \
                          so `pauc` and `insert_score` have no mutants here.";
