//! What is said, and in which order.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use killrate_record::applies_nowhere;
use polars::prelude::*;

use super::over_all::over_all;
use super::sentences::{
    beside, best_property, capitalised, in_order, paper_has, ranking, runners_up, winner,
};
use crate::columns::{
    ALL_CLASSES, ALL_SUBJECTS, DISCARDED, IS_SOUND, N, N_DISTINCT, N_MADE, PROPERTY, SUBJECT,
    TECHNIQUE, USABLE,
};
use crate::comparisons::compare;
use crate::findings::Findings;
use crate::first_killers::WHY;
use crate::frames::{Cells, cols, skipped, sorted};
use crate::render::{show_percent, show_rate, show_share};
use crate::roles::{Role, is_ranked, role, why_apart};
use crate::standings::{Apart, Standings, apart, standings};
use crate::tables::{Scores, scores};
use crate::{AnalysisError, Paragraph, Rate};

/// What a reader must know who has never heard of mutants.
const MUTANT: &str = "The subjects are the programs under study. A mutant is a copy of a subject with one small fault \
                      put in, the original is the subject without it; a technique kills a mutant by \
                      noticing that something is wrong.";

/// The answer in a sentence, what a mutant is, and with several subjects, which technique won over all
/// of them. Then, for every subject: which technique won, by how much, how sure that is, and the same for properties. Then what
/// the numbers rest on.
pub(crate) fn headline(findings: &Findings) -> Result<Vec<Paragraph>, AnalysisError> {
    if let Some(sentence) = without_mutants(findings)? {
        let sentences = [sentence].into_iter().chain(placebos(findings)?);
        let sentences = sentences.chain(nowhere(findings)?);
        return Ok(vec![Paragraph::of(sentences.collect())]);
    }
    let (papers, published) = (&findings.papers, &findings.published);
    let paper = papers.first();
    let ranked = findings.kills.clone().filter(is_ranked());
    let compared = ranked.clone().filter(papers.is_compared());
    // What a paper's numbers are of: its own properties, where it has some.
    let as_in_paper = scores(ranked.clone().filter(papers.is_as_compared()), TECHNIQUE)?;
    let techniques = scores(ranked.clone(), TECHNIQUE)?;
    let technique_pairs = compare(ranked, TECHNIQUE)?;
    let properties = scores(compared.clone(), PROPERTY)?;
    let property_pairs = compare(compared, PROPERTY)?;

    let all = standings(findings)?;
    let standings = |subject: &str| all.iter().find(|known| known.subject == subject).cloned();
    let mut first: Vec<String> = all.first().and_then(in_short).into_iter().collect();
    first.extend([MUTANT.to_owned(), counted(findings)?]);
    first.extend(findings.policy.by_design.map(str::to_owned));
    let mut paragraphs = vec![Paragraph::of(first)];
    let together = standings(ALL_SUBJECTS);
    let better: Vec<String> = together.iter().flat_map(better_apart).collect();
    let scores = [&techniques, &as_in_paper];
    let mut sentences = over_all(findings, scores, &technique_pairs, !better.is_empty());
    if !sentences.is_empty() {
        sentences.extend(
            apart(&all)
                .iter()
                .filter_map(|apart| not_ranked(apart, &all)),
        );
        paragraphs.push(Paragraph {
            sentences,
            standings: together,
        });
    }
    for subject in &findings.subjects {
        let standings = standings(subject);
        let techniques = ranking(&techniques, subject);
        let better: Vec<String> = standings.iter().flat_map(better_apart).collect();
        let place = format!("On {subject}");
        let mut sentences = vec![winner(&place, &techniques, !better.is_empty())];
        sentences.extend(better);
        sentences.extend(runners_up(subject, &techniques, &technique_pairs));
        let here = ranking(&as_in_paper, subject);
        let told = beside(&here, |technique| {
            published.by_technique(subject, technique)
        });
        let told = paper.zip(told);
        sentences.extend(told.map(|(paper, there)| paper_has(paper, "", &here, &there)));

        let properties = ranking(&properties, subject);
        let told = beside(&properties, |property| {
            let set = papers.compared()?.name;
            published.by_property(subject, set, Some(property), ALL_CLASSES)
        });
        let told = paper
            .zip(told)
            .map(|(paper, order)| format!(" {}: {}.", capitalised(paper.name), in_order(&order)));
        let sentence = best_property(paper, subject, &properties, &property_pairs);
        sentences.extend(sentence.map(|text| text + &told.unwrap_or_default()));
        paragraphs.push(Paragraph {
            sentences,
            standings,
        });
    }
    let mut basis: Vec<String> = executions(findings, &techniques)?.into_iter().collect();
    basis.push(alarms(findings)?);
    basis.extend(placebos(findings)?);
    basis.extend(nowhere(findings)?);
    if !findings.provenance.is_full_matrix() {
        basis.push(WHY.to_owned());
    }
    paragraphs.push(Paragraph::of(basis));
    Ok(paragraphs)
}

/// What a technique that is not ranked killed, why it is not, and where it killed more than any that is.
fn not_ranked(apart: &Apart, all: &[Standings]) -> Option<String> {
    let is_better = |standings: &&Standings| {
        let mut better = standings.killed_more();
        better.any(|(technique, _)| technique == apart.technique)
    };
    let better: Vec<&str> = all
        .iter()
        .filter(is_better)
        .map(|standings| standings.subject.as_str())
        .filter(|subject| *subject != ALL_SUBJECTS)
        .collect();
    let better = match better[..] {
        [] => String::new(),
        _ => format!(", on {} more than any that is ranked", better.join(", ")),
    };
    Some(format!(
        "{}, on {}, killed {}{better}; it is not ranked, because {}.",
        apart.technique,
        apart.subjects.join(", "),
        show_rate(apart.rate),
        why_apart(&apart.technique)?
    ))
}

/// The techniques that are not ranked and killed more than any that is, told.
fn better_apart(standings: &Standings) -> Vec<String> {
    let better = standings.killed_more().filter_map(|(technique, rate)| {
        let (share, why) = (show_share(rate), why_apart(technique)?);
        Some(format!(
            "{technique} killed more, {share}, and is not ranked: {why}."
        ))
    });
    better.collect()
}

/// Who won, before whom, and whether that is chance; nothing where nobody is ahead, and where shares
/// are of different mutants.
fn in_short(standings: &Standings) -> Option<String> {
    let ranking = standings.ranking();
    let [(best, rate), others @ ..] = ranking.as_slice() else {
        return None;
    };
    for (other, other_rate) in others {
        let compared = standings.comparison(best, other)?;
        if other_rate.n >= rate.n || !compared.is_of([*rate, *other_rate]) {
            return None;
        }
    }
    let by_chance = standings.led_by_chance();
    let lead = match by_chance.len() {
        0 => "its lead is more than chance".to_owned(),
        n if n == others.len() => "its lead may be chance".to_owned(),
        _ => format!("its lead over {} may be chance", by_chance.join(" and ")),
    };
    let most = match standings.killed_more().next() {
        None => "most",
        Some(_) => "most of those that are ranked",
    };
    let others: Vec<String> = others
        .iter()
        .map(|(technique, rate)| format!("{technique} with {}", show_percent(*rate)))
        .collect();
    let before = match others.split_last()? {
        (last, []) => last.clone(),
        (last, others) => format!("{} and {last}", others.join(", ")),
    };
    Some(format!(
        "In short: {best} killed {most}, {} of {} mutants, before {before}; {lead}.",
        show_percent(*rate),
        rate.of,
    ))
}

/// How many of all mutants the figures are about.
fn counted(findings: &Findings) -> Result<String, AnalysisError> {
    let usable = col(USABLE).sum().alias(N);
    let counts = findings.fates.clone().group_by([col(SUBJECT)]);
    let cells = Cells::collect(sorted(
        counts.agg([usable, len().alias(N_MADE)]),
        &[SUBJECT],
    ))?;
    let (mut n_usable, mut n_made, mut each) = (0, 0, Vec::new());
    for row in cells.rows() {
        let of_subject = cells.count(row, N)?;
        n_usable += of_subject;
        n_made += cells.count(row, N_MADE)?;
        each.push(format!("{} {of_subject}", cells.name(row, SUBJECT)?));
    }
    let each = match each.len() {
        1 => String::new(),
        _ => format!(" ({})", each.join(", ")),
    };
    let told = match n_made - n_usable {
        0 => {
            return Ok(format!(
                "{n_made} mutants were made, and all of them count{each}."
            ));
        }
        _ => format!("{n_made} mutants were made, and {n_usable} of them count{each}."),
    };
    let reasons = findings
        .fates
        .clone()
        .filter(col(USABLE).not())
        .group_by([col(DISCARDED)])
        .agg([len().alias(N)]);
    let cells = Cells::collect(sorted(reasons, &[DISCARDED]))?;
    let mut reasons = Vec::new();
    for row in cells.rows() {
        reasons.push((cells.count(row, N)?, cells.name(row, DISCARDED)?));
    }
    reasons.sort_by_key(|(n, _)| Reverse(*n));
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(n, reason)| format!("{reason} ({n})"))
        .collect();
    Ok(format!(
        "{told} The others, by the table `discarded`: {}.",
        reasons.join(", ")
    ))
}

/// What it took to judge the mutants, over all subjects.
fn executions(findings: &Findings, scores: &Scores) -> Result<Option<String>, AnalysisError> {
    let costs = findings
        .costs
        .clone()
        .filter(is_ranked())
        .group_by([col(TECHNIQUE)])
        .agg([col(N_DISTINCT).sum()]);
    let cells = Cells::collect(sorted(costs, &[TECHNIQUE]))?;
    let mut all = Vec::new();
    for row in cells.rows() {
        let technique = cells.name(row, TECHNIQUE)?;
        let n_executions = cells.count(row, N_DISTINCT)?;
        let rates = scores.iter().filter(|((_, name), _)| *name == technique);
        let n_killed: u64 = rates.map(|(_, rate)| rate.n).sum();
        let price = (n_executions as f64 / n_killed as f64).round();
        let price = match n_killed {
            0 => "for no kill".to_owned(),
            _ => format!("{price} for each mutant killed"),
        };
        all.push(format!("{technique} {n_executions}, {price}"));
    }
    let told = format!(
        "Executions that the ranked techniques need, each counted once: {}; the table `costs` has their time.",
        all.join("; ")
    );
    Ok(Some(told).filter(|_| !all.is_empty()))
}

/// What a record without a mutant is about; `None` when there are mutants.
fn without_mutants(findings: &Findings) -> Result<Option<String>, AnalysisError> {
    if findings.fates.clone().collect()?.height() > 0 {
        return Ok(None);
    }
    Ok(Some(format!(
        "The record has no mutants, so there is nothing to kill: it tells whether the original programs \
         do what is expected of them. They do in {} cases; the table `unsound` lists the others.",
        show_share(sound(findings)?)
    )))
}

/// How often the original itself is accused.
fn alarms(findings: &Findings) -> Result<String, AnalysisError> {
    let Rate { n, of } = sound(findings)?;
    if n == of {
        return Ok(format!(
            "None of the {of} checks (a property on a data set) accuses the original."
        ));
    }
    let unsound = findings.cases.clone().filter(col(IS_SOUND).not());
    let by_technique = unsound.group_by([col(TECHNIQUE)]).agg([len().alias(N)]);
    let cells = Cells::collect(sorted(by_technique, &[TECHNIQUE]))?;
    let mut each = Vec::new();
    for row in cells.rows() {
        let (technique, n) = (cells.name(row, TECHNIQUE)?, cells.count(row, N)?);
        each.push(format!("{technique} {n}"));
    }
    Ok(format!(
        "{} of the {of} checks (a property on a data set) cannot kill, because the original itself fails \
         there or there is no verdict on it: {}; the table `unsound` has them.",
        of - n,
        each.join(", ")
    ))
}

/// How many properties accuse a program without a fault; nothing where a record has none.
fn placebos(findings: &Findings) -> Result<Option<String>, AnalysisError> {
    let n_placebos = findings.placebos.len();
    if n_placebos == 0 {
        return Ok(None);
    }
    let found = findings.on_placebos()?;
    let ranked = found
        .iter()
        .filter(|([_, technique, _], _)| role(technique) == Role::Ranked);
    let killers: Vec<String> = ranked
        .clone()
        .filter(|(_, said)| !said.killed.is_empty())
        .map(|([subject, _, property], _)| format!("{property} of {subject}"))
        .collect();
    let n_properties = ranked.count();
    Ok(Some(if killers.is_empty() {
        format!(
            "None of the {n_properties} ranked properties kills any of the {n_placebos} placebos, which are \
             the programs in other words, without a fault."
        )
    } else {
        format!(
            "{} of the {n_properties} ranked properties kill some of the {n_placebos} placebos, which are the \
             programs in other words, without a fault: {}; the table `placebo` has them.",
            killers.len(),
            killers.join(", ")
        )
    }))
}

/// The properties that apply to no data set, which no other sentence can be about.
fn nowhere(findings: &Findings) -> Result<Option<String>, AnalysisError> {
    let key = [SUBJECT, TECHNIQUE, PROPERTY];
    let cells = Cells::collect(findings.cases.clone().select(cols(&key)))?;
    let mut judged = BTreeSet::new();
    for row in cells.rows() {
        let [subject, technique, property] = key.map(|name| cells.name(row, name));
        judged.insert([subject?, technique?, property?]);
    }
    Ok(applies_nowhere(
        &skipped(findings.skipped.clone())?,
        |key| judged.contains(key),
    ))
}

/// How many of the cases the original passes.
fn sound(findings: &Findings) -> Result<Rate, AnalysisError> {
    let is_sound = findings.cases.clone().select([col(IS_SOUND)]).collect()?;
    let n_sound = is_sound.column(IS_SOUND)?.bool()?.sum().unwrap_or(0);
    Ok(Rate {
        n: n_sound.into(),
        of: is_sound.height() as u64,
    })
}
