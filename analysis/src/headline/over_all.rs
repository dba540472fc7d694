//! All subjects together.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::sentences::{beside, in_order, paper_has, ranking, runners_up, winner};
use crate::columns::ALL_SUBJECTS;
use crate::comparisons::{Comparison, pooled};
use crate::findings::Findings;
use crate::roles::METAMORPHIC;
use crate::tables::Scores;
use crate::weights::{Weighed, weighted};
use crate::{Paper, Rate, show_estimate};

/// Which technique killed most over all subjects, how sure that is, and
/// where it was otherwise; nothing for a single subject. `as_in_paper` has the rates of what the first
/// paper has of each technique; `is_beaten` says that one that is not ranked killed more.
///
/// A subject without a usable mutant that was judged has nothing to say here.
pub(super) fn over_all(
    findings: &Findings,
    [scores, as_in_paper]: [&Scores; 2],
    comparisons: &[Comparison],
    is_beaten: bool,
) -> Vec<String> {
    let is_judged = |subject: &&String| scores.keys().any(|(known, _)| known == *subject);
    let subjects: Vec<&String> = findings.subjects.iter().filter(is_judged).collect();
    if subjects.len() < 2 {
        return Vec::new();
    }
    let rate = |subject: &String, technique: &str| {
        let key = (subject.clone(), technique.to_owned());
        scores.get(&key).copied()
    };
    let techniques: BTreeSet<&str> = scores.keys().map(|(_, name)| name.as_str()).collect();
    let judged_by = |technique: &str| {
        let judged = subjects
            .iter()
            .filter(|subject| rate(subject, technique).is_some());
        judged
            .map(|subject| subject.as_str())
            .collect::<Vec<&str>>()
    };
    // A total over fewer subjects says nothing beside one over all of them.
    let (of_all, of_some): (Vec<&str>, Vec<&str>) = techniques
        .into_iter()
        .partition(|technique| judged_by(technique).len() == subjects.len());
    let totals: Scores = of_all
        .iter()
        .filter_map(|technique| {
            let rates = subjects
                .iter()
                .filter_map(|subject| rate(subject, technique));
            let key = (ALL_SUBJECTS.to_owned(), (*technique).to_owned());
            Some((key, Rate::total(rates)?))
        })
        .collect();
    let ranking = ranking(&totals, ALL_SUBJECTS);

    let mut sentences = Vec::new();
    if ranking.is_empty() {
        sentences.push(
            "No ranked technique judged every subject, so there is no winner over all.".to_owned(),
        );
    } else {
        let place = format!("Over all {} subjects", subjects.len());
        sentences.push(winner(&place, &ranking, is_beaten));
        sentences.extend(runners_up(ALL_SUBJECTS, &ranking, &pooled(comparisons)));
        sentences.extend(exceptions(&subjects, scores, &ranking));
        let paper = findings.papers.first();
        sentences.extend(paper.and_then(|paper| {
            in_paper(findings, paper, &subjects, [scores, as_in_paper], &ranking)
        }));
    }
    let not_ranked = |technique: &str| {
        let judged = judged_by(technique).join(", ");
        format!("{technique} judged {judged} only, so it is not ranked over all.")
    };
    sentences.extend(of_some.into_iter().map(not_ranked));
    sentences
}

/// Where the technique that killed most over all did not; nothing when no other judged every subject.
fn exceptions(subjects: &[&String], scores: &Scores, overall: &[(String, Rate)]) -> Option<String> {
    let [(best, _), _, ..] = overall else {
        return None;
    };
    let others: Vec<String> = subjects
        .iter()
        .filter_map(|subject| {
            let ranking = ranking(scores, subject);
            let n_best = ranking.iter().find(|(name, _)| name == best)?.1.n;
            let (first, rate) = ranking.first()?;
            (rate.n > n_best).then(|| format!("on {subject}, {first} did"))
        })
        .collect();
    Some(if others.is_empty() {
        format!("No ranked technique killed more than {best} on any subject.")
    } else {
        format!(
            "{best} did not kill most everywhere: {}.",
            others.join("; ")
        )
    })
}

/// What a paper has over the subjects that it has too, beside what is found here over the same.
fn in_paper(
    findings: &Findings,
    paper: &Paper,
    subjects: &[&String],
    [scores, as_in_paper]: [&Scores; 2],
    overall: &[(String, Rate)],
) -> Option<String> {
    let published =
        |subject: &String, technique: &str| findings.published.by_technique(subject, technique);
    let is_in_paper = |subject: &&&String| {
        let mut techniques = overall.iter();
        techniques.any(|(technique, _)| published(subject, technique).is_some())
    };
    let known: Vec<&String> = subjects.iter().filter(is_in_paper).copied().collect();
    let total = |technique: &str| {
        let published = known.iter().map(|subject| published(subject, technique));
        Rate::total(published.flatten())
    };
    let in_paper = beside(overall, total)?;
    let mut here: Vec<(&str, Rate)> = in_paper
        .iter()
        .filter_map(|(technique, _)| {
            let rate = |subject: &&String| {
                let key = ((*subject).clone(), (*technique).to_owned());
                as_in_paper.get(&key)
            };
            let total = Rate::total(known.iter().filter_map(rate).copied())?;
            Some((*technique, total))
        })
        .collect();
    here.sort_by_key(|(_, rate)| Reverse(rate.n));
    let known: Vec<&str> = known.iter().map(|subject| subject.as_str()).collect();
    let told = paper_has(
        paper,
        &format!(", on {}", known.join(", ")),
        &here,
        &in_paper,
    );
    let with_all = Rate::total(known.iter().filter_map(|subject| {
        let key = ((*subject).to_owned(), METAMORPHIC.to_owned());
        scores.get(&key).copied()
    }));
    let of_paper = here.iter().find(|(name, _)| *name == METAMORPHIC);
    let n_further = of_paper
        .zip(with_all)
        .map(|((_, of_paper), with_all)| with_all.n - of_paper.n);
    let alone = n_further.map_or(String::new(), |_| {
        format!(", {METAMORPHIC} with {}'s properties alone", paper.name)
    });
    let further = match n_further {
        None | Some(0) => String::new(),
        Some(n) => format!(
            "; {METAMORPHIC} kills {n} more with properties that {} lacks",
            paper.name
        ),
    };
    let weighted: Vec<String> = here
        .iter()
        .filter_map(|(technique, _)| {
            let rates: Vec<Weighed> = known
                .iter()
                .filter_map(|subject| {
                    let subject = (*subject).to_owned();
                    Some(Weighed {
                        weight: published(&subject, technique)?.of,
                        rate: *as_in_paper.get(&(subject.clone(), (*technique).to_owned()))?,
                        subject,
                    })
                })
                .collect();
            Some(format!("{technique} {}", show_estimate(weighted(&rates)?)))
        })
        .collect();
    let weighted = match weighted.as_slice() {
        [] => String::new(),
        _ => format!(
            " With each subject weighted by the number of mutants that {} has of it: {}.",
            paper.name,
            weighted.join(", ")
        ),
    };
    Some(format!(
        "{told} Here, on these subjects{alone}: {}{further}.{weighted} The table `claims` compares them \
         claim by claim.",
        in_order(&here)
    ))
}
