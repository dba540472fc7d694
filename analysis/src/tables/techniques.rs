//! Kills per technique.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use super::TableKind;
use super::across::{Entry, Row, across};
use super::overlap::{Regions, regions};
use crate::columns::{ALL_CLASSES, N_JUDGED, N_KILLED, PROPERTY_SET, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::Cells;
use crate::kills::score;
use crate::roles::{METAMORPHIC, Role, role};
use crate::{AnalysisError, Cell, Rate, Table, Topic};

pub(super) const TECHNIQUES: TableKind = TableKind {
    name: "techniques",
    question: "Which technique finds most of the mutants?",
    is_main: true,
    build,
};

/// Rates by subject and group.
pub type Scores = BTreeMap<(String, String), Rate>;

/// Rates of every subject by the values of the column `by`.
pub fn scores(kills: LazyFrame, by: &str) -> Result<Scores, AnalysisError> {
    let cells = Cells::collect(score(kills, &[by]))?;
    let mut scores = Scores::new();
    for row in cells.rows() {
        let rate = Rate {
            n: cells.count(row, N_KILLED)?,
            of: cells.count(row, N_JUDGED)?,
        };
        scores.insert((cells.name(row, SUBJECT)?, cells.name(row, by)?), rate);
    }
    Ok(scores)
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let by_technique = scores(findings.kills.clone(), TECHNIQUE)?;
    let is_metamorphic = col(TECHNIQUE).eq(lit(METAMORPHIC));
    let by_set = scores(findings.kills.clone().filter(is_metamorphic), PROPERTY_SET)?;
    let papers = &findings.papers;
    let regions = regions(findings)?;
    let judged = findings.techniques()?;
    let sound = findings.sound_techniques()?;
    let tables = findings.subjects.iter().map(|subject| {
        let mut techniques: Vec<&str> = judged
            .iter()
            .filter(|(known, _)| known == subject)
            .map(|(_, technique)| technique.as_str())
            .collect();
        let rate = |technique: &str| by_technique.get(&(subject.clone(), technique.to_owned()));
        // Among those that are ranked, the best first.
        techniques.sort_by_key(|technique| {
            let n_killed = rate(technique).map(|rate| rate.n);
            (role(technique).place(), std::cmp::Reverse(n_killed))
        });
        let mut table = Table::new(TECHNIQUES.name, "Kills per technique", TECHNIQUES.question)
            .about(subject)
            .with_columns([
                ("technique", "technique"),
                ("role", ""),
                ("killed", "killed"),
                ("only", "only it"),
            ]);
        let mut is_in_text = false;
        for technique in techniques {
            let measured = rate(technique).copied();
            let mut sets: Vec<(&str, Rate)> = by_set
                .iter()
                .filter(|((known, _), _)| known == subject && technique == METAMORPHIC)
                .map(|((_, set), rate)| (set.as_str(), *rate))
                .collect();
            sets.sort_by_key(|(set, _)| papers.place_of_set(set));
            let is_split = papers.splits(sets.iter().map(|(set, _)| *set));
            let in_text = findings.published.by_technique_in_text(subject, technique);
            let published = findings.published.by_technique(subject, technique).or(in_text);
            is_in_text |= in_text.is_some();
            table.rows.push(vec![
                Cell::text(technique),
                Cell::text(role_text(technique)),
                Cell::Rate {
                    measured,
                    published: published.filter(|_| !is_split),
                },
                Cell::count(regions.get(subject).and_then(|regions| only(regions, technique))),
            ]);
            // Where a technique does more than a paper's, the paper's part is what to compare.
            for (set, rate) in sets.into_iter().filter(|_| is_split) {
                table.rows.push(vec![
                    Cell::text(format!("  {}", papers.short_set_title(set))),
                    Cell::text(""),
                    Cell::Rate {
                        measured: Some(rate),
                        published: findings.published.by_property(subject, set, None, ALL_CLASSES),
                    },
                    Cell::Missing,
                ]);
            }
            if measured.is_none() && !sound.contains(&(subject.clone(), technique.to_owned())) {
                table.notes.push(format!(
                    "`{technique}` has no sound case on `{subject}`, so it can kill nothing; see the table `unsound`."
                ));
            }
        }
        let is_judged = |row: &Vec<Cell>| matches!(row[2], Cell::Rate { measured: Some(_), .. });
        if !table.rows.iter().any(is_judged) {
            table.notes.push(format!(
                "No mutant of `{subject}` is used under the policy `{}`, so there is nothing to kill.",
                findings.policy.name
            ));
        }
        let has = |wanted: &str| {
            let is_it = |row: &Vec<Cell>| matches!(&row[1], Cell::Text(role) if role == wanted);
            table.rows.iter().any(is_it)
        };
        let bounds = match (has(Role::Ceiling.name()), has(Role::Floor.name())) {
            (true, true) => {
                "Ceiling: has the original as its oracle. Floor: needs no technique. Neither is ranked. "
            }
            (true, false) => "Ceiling: has the original as its oracle, and is not ranked. ",
            (false, true) => "Floor: needs no technique, and is not ranked. ",
            (false, false) => "",
        };
        table.notes.push(format!(
            "{bounds}Only it: of the mutants that every ranked technique judged, those that no other kills."
        ));
        let topic = if is_in_text {
            Topic::TechniquesInText
        } else {
            Topic::Techniques {
                subject: subject.clone(),
            }
        };
        let is_published = |row: &Vec<Cell>| matches!(row[2], Cell::Rate { published: Some(_), .. });
        if table.rows.iter().any(is_published) {
            table.notes.extend(findings.published.notes(&topic));
        }
        table
    });
    let mut tables: Vec<Table> = tables.collect();
    if findings.subjects.len() > 1 {
        tables.push(over_all(findings, &by_technique, &by_set));
    }
    Ok(tables)
}

/// All subjects together, techniques in the order of the table of one subject.
fn over_all(findings: &Findings, by_technique: &Scores, by_set: &Scores) -> Table {
    let (papers, published) = (&findings.papers, &findings.published);
    let entries = |scores: &Scores, name: &str, published: &dyn Fn(&str) -> Option<Rate>| {
        let entry = |subject: &String| Entry {
            measured: scores.get(&(subject.clone(), name.to_owned())).copied(),
            published: published(subject),
        };
        findings.subjects.iter().map(entry).collect::<Vec<Entry>>()
    };
    let mut techniques = names(by_technique);
    techniques.sort_by_key(|technique| {
        let rates = by_technique
            .iter()
            .filter(|((_, name), _)| name == technique);
        let n_killed: u64 = rates.map(|(_, rate)| rate.n).sum();
        (role(technique).place(), std::cmp::Reverse(n_killed))
    });
    let mut sets = names(by_set);
    sets.sort_by_key(|set| papers.place_of_set(set));
    let is_split = papers.splits(sets.iter().copied());

    let mut rows: Vec<Row> = Vec::new();
    for technique in techniques {
        let is_split = is_split && technique == METAMORPHIC;
        let in_paper = |subject: &str| {
            let rate = published.by_technique(subject, technique);
            rate.filter(|_| !is_split)
        };
        let label = match role_text(technique) {
            "" => technique.to_owned(),
            role => format!("{technique} ({role})"),
        };
        rows.push((label, entries(by_technique, technique, &in_paper)));
        for &set in sets.iter().filter(|_| is_split) {
            let in_paper = |subject: &str| published.by_property(subject, set, None, ALL_CLASSES);
            let label = format!("  {}", papers.short_set_title(set));
            rows.push((label, entries(by_set, set, &in_paper)));
        }
    }
    let table = Table::new(
        TECHNIQUES.name,
        "Kills per technique and subject",
        TECHNIQUES.question,
    )
    .with_columns([("technique", "technique")]);
    let mut table = across(table, &findings.subjects, &rows);
    if is_split {
        table.notes.push(
            "The sources of the published rates of sets of properties are in the table `properties`."
                .to_owned(),
        );
    }
    let entries = rows.iter().flat_map(|(_, entries)| entries);
    if entries.into_iter().any(|entry| entry.published.is_some()) {
        let topic = |subject| Topic::Techniques { subject };
        table
            .notes
            .extend(published.notes_over(&findings.subjects, topic));
    }
    table
}

/// Every group of the scores once, by name.
fn names(scores: &Scores) -> Vec<&str> {
    let names: BTreeSet<&str> = scores.keys().map(|(_, name)| name.as_str()).collect();
    names.into_iter().collect()
}

/// What a table says of a technique's part; nothing of one that is ranked, as most are.
fn role_text(technique: &str) -> &'static str {
    match role(technique) {
        Role::Ranked => "",
        other => other.name(),
    }
}

/// Mutants that a technique kills and no other; `None` when it is not ranked or there is no other.
fn only(regions: &Regions, technique: &str) -> Option<u64> {
    let place = regions
        .techniques
        .iter()
        .position(|known| known == technique)?;
    let is_alone = |region: &[bool]| {
        region
            .iter()
            .enumerate()
            .all(|(at, &is_killed)| is_killed == (at == place))
    };
    let has_others = regions.techniques.len() > 1;
    let alone = regions.counts.iter().filter(|(region, _)| is_alone(region));
    has_others.then(|| alone.map(|(_, n)| n).sum())
}
