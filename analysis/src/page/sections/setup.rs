//! What was done, in words.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::{Material, Section};
use crate::roles::{IMPLICIT, METAMORPHIC, PARTIAL_ORACLE, PSEUDO_ORACLE, REFERENCE, about};

pub(super) const SETUP: Section = Section {
    id: "setup",
    short: "Setup",
    title: "What was done",
    body,
};

/// What techniques look at where the page says more than [`about`].
const LOOKS_AT: [(&str, &str); 4] = [
    (
        REFERENCE,
        "the ceiling: any difference from the original. It has the right output, which nobody has outside a study, so it is never ranked",
    ),
    (
        METAMORPHIC,
        "a run and a follow-up run on a changed input, whose outputs must be related as a property says",
    ),
    (
        PSEUDO_ORACLE,
        "a second, independent program for the same task; shown, but not ranked",
    ),
    (
        IMPLICIT,
        "the floor: the program crashes, hangs or writes nothing, which shows without any technique",
    ),
];

fn body(material: &Material<'_>) -> Option<Markup> {
    let (findings, facts, report) = (material.findings, material.facts, material.report);
    let subjects = &findings.provenance.subjects;
    let n_made: u32 = subjects.values().map(|subject| subject.n_made).sum();
    let n_woven: u32 = subjects.values().map(|subject| subject.n_woven).sum();
    let usable = facts
        .mutants
        .iter()
        .filter(|mutant| mutant.discarded.is_none());
    let n_usable = usable.count();
    let mut techniques: Vec<&str> = Vec::new();
    for column in &facts.columns {
        if !techniques.contains(&column.technique.as_str()) {
            techniques.push(&column.technique);
        }
    }
    Some(html! {
        div class="prose" {
            p {
                "A " b { "mutant" } " is a program with one small fault put in. "
                "A technique " b { "kills" } " it by noticing that something is wrong. "
                (same_inputs(material))
                "Every technique judged the original first: what accuses it cannot kill."
            }
        }
        ul class="figures" {
            li { b { (subjects.len()) } span { (if subjects.len() == 1 { "program" } else { "programs" }) } }
            li { b { (n_made) } span { "mutants made" } }
            li { b { (n_woven) } span { "of them compile" } }
            li { b { (n_usable) } span { "counted by the policy" } }
            li { b { (techniques.len()) } span { "techniques" } }
            li { b { (facts.columns.len()) } span { "properties" } }
        }
        div class="prose" {
            p {
                "The policy " code { (report.policy) } ": " (report.about_policy) "."
            }
        }
        dl class="looks-at" {
            @for technique in techniques {
                dt { (technique) }
                dd {
                    @match LOOKS_AT.iter().find(|(name, _)| *name == technique) {
                        Some((_, text)) => (text),
                        None => (about(technique).unwrap_or("judges by its own properties")),
                    }
                    span class="quiet" { " · " (n_properties(material, technique)) }
                }
            }
        }
        dl class="looks-at" {
            @for (place, subject) in findings.subjects.iter().enumerate() {
                dt { (subject) }
                dd {
                    (count(material.facts.mutants.iter().filter(|mutant| mutant.subject == place).count(), "mutant", "mutants"))
                    @let (study, known) = data_sets(material, place);
                    span class="quiet" { " on " (study.join(", ")) }
                    @if !known.is_empty() { span class="quiet" { "; known cases: " (known.join(", ")) } }
                }
            }
        }
    })
}

fn n_properties(material: &Material<'_>, technique: &str) -> String {
    let columns = material.facts.columns.iter();
    let n_properties = columns
        .filter(|column| column.technique == technique)
        .count();
    count(n_properties, "property", "properties")
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// What the techniques judged mutants on; nothing where the record does not tell.
fn same_inputs(material: &Material<'_>) -> &'static str {
    let judged_by = |technique: &str| {
        let mut columns = material.facts.columns.iter();
        columns.any(|column| column.technique == technique)
    };
    match (judged_by(REFERENCE), judged_by(PARTIAL_ORACLE)) {
        (false, _) => "",
        (true, false) => "Every technique judged mutants on the same data sets. ",
        (true, true) => {
            "Every technique judged mutants on the same data sets, but for the partial oracle, which has \
             small inputs of its own whose right output is known. "
        }
    }
}

/// The data sets of a subject: those of the study, which the reference judges, and the others.
fn data_sets<'a>(material: &'a Material<'_>, subject: usize) -> (Vec<&'a str>, Vec<&'a str>) {
    let (cases, columns) = (&material.facts.cases[subject], &material.facts.columns);
    let of_study: BTreeSet<&str> = cases
        .iter()
        .filter(|case| columns[case.column].technique == REFERENCE)
        .map(|case| case.data_set.as_str())
        .collect();
    let all: BTreeSet<&str> = cases.iter().map(|case| case.data_set.as_str()).collect();
    // Without a reference the record does not tell which are which.
    all.into_iter()
        .partition(|name| of_study.is_empty() || of_study.contains(name))
}
