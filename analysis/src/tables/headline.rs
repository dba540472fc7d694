//! The rates that studies are quoted by, under every policy and weighting.

use std::collections::BTreeSet;

use super::TableKind;
use super::techniques::{Scores, scores};
use crate::columns::TECHNIQUE;
use crate::findings::Findings;
use crate::roles::{ASSERTIONS, METAMORPHIC, PARTIAL_ORACLE};
use crate::versions::{Version, version};
use crate::weights::{Weighed, in_words, weighted};
use crate::{AnalysisError, Cell, Layout, Rate, Table};

pub(super) const HEADLINE: TableKind = TableKind {
    name: "headline",
    question: "How much do the rates depend on what counts?",
    is_main: true,
    build,
};

/// The techniques that are compared, in the order of the columns.
const COMPARED: [&str; 3] = [METAMORPHIC, PARTIAL_ORACLE, ASSERTIONS];

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let mut of_policies = Vec::new();
    // The report's own policy stands first.
    let policies = findings.papers.policies().into_iter();
    let (own, others): (Vec<_>, Vec<_>) =
        policies.partition(|policy| policy.name == findings.policy.name);
    for policy in own.into_iter().chain(others) {
        if findings.lacks(policy)?.is_some() {
            continue;
        }
        let kills = findings.kills_under(policy)?;
        let compared = kills.filter(findings.papers.is_as_compared());
        of_policies.push((policy, scores(compared, TECHNIQUE)?));
    }
    let judges = |technique: &&str| {
        let mut all = of_policies.iter().flat_map(|(_, scores)| scores.keys());
        all.any(|(_, known)| known == technique)
    };
    let techniques: Vec<&str> = COMPARED.into_iter().filter(judges).collect();
    if techniques.is_empty() {
        return Ok(Vec::new());
    }
    let mut table = Table::new(
        HEADLINE.name,
        "The rates under every policy",
        HEADLINE.question,
    )
    .with_columns([
        ("policy", "policy"),
        ("subject", "subject"),
        ("weighting", "weighting"),
    ])
    .with_columns(techniques.iter().map(|name| (*name, *name)));
    table.layout = Layout::Blocks;
    let mut weighed = Vec::new();
    for (policy, scores) in &of_policies {
        for kind in Version::ALL {
            let rows = Rows {
                findings,
                scores,
                techniques: &techniques,
                policy: policy.name,
                kind,
            };
            rows.add(&mut table, &mut weighed);
        }
    }
    let compared = findings.papers.compared();
    let whose = compared.map_or(String::new(), |set| {
        format!(" `{METAMORPHIC}` is {} alone.", set.title)
    });
    table
        .notes
        .push(format!("Killed of all that count.{whose}"));
    for (policy, _) in &of_policies {
        table
            .notes
            .push(format!("`{}`: {}.", policy.name, policy.about));
    }
    table.notes.push(
        "A run fails when it crashes, hangs, exceeds a limit or leaves an output blank or unreadable."
            .to_owned(),
    );
    if !weighed.is_empty() {
        table
            .notes
            .push(in_words(weighed.iter().map(Vec::as_slice)));
    }
    Ok(vec![table])
}

/// The rows of one policy on the subjects of one version.
struct Rows<'a> {
    findings: &'a Findings,
    scores: &'a Scores,
    techniques: &'a [&'a str],
    policy: &'a str,
    kind: Version,
}

impl Rows<'_> {
    fn add(&self, table: &mut Table, weighed: &mut Vec<Vec<Weighed>>) {
        let of_kind = |subject: &&String| version(subject).1 == self.kind;
        let subjects: Vec<&String> = self.findings.subjects.iter().filter(of_kind).collect();
        for subject in &subjects {
            let one = [*subject];
            table.rows.push(self.row(subject, "", &one));
        }
        if subjects.len() < 2 {
            return;
        }
        let has_both = self.findings.subjects.len() > subjects.len();
        let all = if has_both {
            format!("all {}", self.kind.name())
        } else {
            "all".to_owned()
        };
        table.rows.push(self.row(&all, "pooled", &subjects));
        let in_paper: Vec<&String> = subjects
            .iter()
            .copied()
            .filter(|subject| {
                COMPARED
                    .iter()
                    .any(|name| self.published(subject, name).is_some())
            })
            .collect();
        if in_paper.len() < 2 {
            return;
        }
        let names: BTreeSet<&str> = in_paper.iter().map(|name| name.as_str()).collect();
        let label = if in_paper.len() == subjects.len() {
            all
        } else {
            names.into_iter().collect::<Vec<&str>>().join(", ")
        };
        if in_paper.len() < subjects.len() {
            table.rows.push(self.row(&label, "pooled", &in_paper));
        }
        let rates = self.techniques.iter().map(|technique| {
            let rates = in_paper.iter().filter_map(|subject| {
                Some(Weighed {
                    subject: (*subject).clone(),
                    rate: self.measured(subject, technique)?,
                    weight: self.published(subject, technique)?.of,
                })
            });
            rates.collect::<Vec<Weighed>>()
        });
        let rates: Vec<Vec<Weighed>> = rates.collect();
        let cells = rates.iter().map(|rates| Cell::estimate(weighted(rates)));
        let names = [self.policy, label.as_str(), "weighted %"].map(Cell::text);
        table.rows.push(names.into_iter().chain(cells).collect());
        weighed.extend(rates);
    }

    /// The rates over some subjects; a paper's where it has each of those that were judged.
    fn row(&self, label: &str, weighting: &str, subjects: &[&String]) -> Vec<Cell> {
        let rates = self.techniques.iter().map(|technique| {
            let judged = subjects
                .iter()
                .filter(|subject| self.measured(subject, technique).is_some());
            let measured = judged
                .clone()
                .filter_map(|subject| self.measured(subject, technique));
            let published: Option<Vec<Rate>> = judged
                .map(|subject| self.published(subject, technique))
                .collect();
            Cell::Rate {
                measured: Rate::total(measured),
                published: published.and_then(Rate::total),
            }
        });
        let names = [self.policy, label, weighting].map(Cell::text);
        names.into_iter().chain(rates).collect()
    }

    fn measured(&self, subject: &str, technique: &str) -> Option<Rate> {
        let key = (subject.to_owned(), technique.to_owned());
        self.scores.get(&key).copied()
    }

    /// What the papers have of the program, whatever its version here.
    fn published(&self, subject: &str, technique: &str) -> Option<Rate> {
        let (program, _) = version(subject);
        self.findings.published.by_technique(program, technique)
    }
}
