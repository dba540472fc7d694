//! What is said, and in which order.

use polars::prelude::*;

use super::over_all::over_all;
use super::sentences::{THESIS, beside, best_property, ranking, runners_up, winner};
use crate::columns::{
    ALL_CLASSES, ALL_SUBJECTS, IS_SOUND, N_DISTINCT, PROPERTY, PROPERTY_SET, TECHNIQUE, USABLE,
};
use crate::comparisons::compare;
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::render::show_share;
use crate::roles::{PROPERTY_SETS, Role, is_ranked, why_apart};
use crate::standings::{Standings, standings};
use crate::tables::scores;
use crate::{AnalysisError, Paragraph, Rate};

/// What a reader must know who has never heard of mutants.
const MUTANT: &str = "A mutant is one of the programs under study, the subjects, with one small fault put \
                      in; a technique kills it by noticing that something is wrong.";

/// What a mutant is, and with several subjects, which technique won over all of them. Then, for every
/// subject: which technique won, by how much, how sure that is, and the same for properties. Then what
/// the numbers rest on.
pub(crate) fn headline(findings: &Findings) -> Result<Vec<Paragraph>, AnalysisError> {
    if let Some(sentence) = without_mutants(findings)? {
        return Ok(vec![Paragraph::of(vec![sentence])]);
    }
    let thesis = PROPERTY_SETS[0].name;
    let ranked = findings.kills.clone().filter(is_ranked());
    let is_thesis = col(PROPERTY_SET).eq(lit(thesis));
    let of_thesis = ranked.clone().filter(is_thesis);
    let techniques = scores(ranked.clone(), TECHNIQUE)?;
    let technique_pairs = compare(ranked, TECHNIQUE)?;
    let properties = scores(of_thesis.clone(), PROPERTY)?;
    let property_pairs = compare(of_thesis, PROPERTY)?;

    let published = &findings.published;
    let standings = standings(findings)?;
    let standings = |subject: &str| {
        standings
            .iter()
            .find(|known| known.subject == subject)
            .cloned()
    };
    let mut paragraphs = vec![Paragraph::of(vec![MUTANT.to_owned()])];
    let sentences = over_all(findings, &techniques, &technique_pairs);
    if !sentences.is_empty() {
        paragraphs.push(Paragraph {
            sentences,
            standings: standings(ALL_SUBJECTS),
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
        let in_paper = |technique: &str| published.by_technique(subject, technique);
        let in_thesis = beside(&techniques, in_paper);
        sentences.extend(in_thesis.map(|order| format!("{THESIS}, with other mutants: {order}.")));

        let properties = ranking(&properties, subject);
        let in_paper =
            |property: &str| published.by_property(subject, thesis, Some(property), ALL_CLASSES);
        let in_thesis = beside(&properties, in_paper);
        let in_thesis = in_thesis.map(|order| format!(" The thesis: {order}."));
        let sentence = best_property(subject, &properties, &property_pairs);
        sentences.extend(sentence.map(|text| text + &in_thesis.unwrap_or_default()));
        paragraphs.push(Paragraph {
            sentences,
            standings,
        });
    }
    let mut basis = vec![counted(findings)?];
    basis.extend(executions(findings)?);
    basis.push(alarms(findings)?);
    paragraphs.push(Paragraph::of(basis));
    Ok(paragraphs)
}

/// The techniques that are not ranked and killed more than any that is.
fn better_apart(standings: &Standings) -> Vec<String> {
    let most = standings.ranking().iter().map(|(_, rate)| rate.n).max();
    let rows = standings.rows.iter().filter(|row| row.role == Role::Apart);
    let better = rows.filter_map(|row| {
        let rate = row.rate.filter(|rate| Some(rate.n) > most)?;
        let (technique, share) = (&row.technique, show_share(rate));
        let why = why_apart(technique)?;
        Some(format!(
            "{technique} killed more, {share}, and is not ranked: {why}."
        ))
    });
    better.collect()
}

/// How many of all mutants the figures are about.
fn counted(findings: &Findings) -> Result<String, AnalysisError> {
    let usable = findings.fates.clone().select([col(USABLE)]).collect()?;
    let n_usable = usable.column(USABLE)?.bool()?.sum().unwrap_or(0);
    let n_made = usable.height();
    Ok(match n_made - n_usable as usize {
        0 => format!("{n_made} mutants were made, and all of them count."),
        _ => format!(
            "{n_made} mutants were made, and {n_usable} of them count; the table `discarded` has the reasons."
        ),
    })
}

/// What it took to judge the mutants, over all subjects.
fn executions(findings: &Findings) -> Result<Option<String>, AnalysisError> {
    let costs = findings.costs.clone().filter(is_ranked());
    let costs = costs
        .group_by([col(TECHNIQUE)])
        .agg([col(N_DISTINCT).sum()]);
    let cells = Cells::collect(sorted(costs, &[TECHNIQUE]))?;
    let mut all = Vec::new();
    for row in cells.rows() {
        let technique = cells.name(row, TECHNIQUE)?;
        all.push(format!("{technique} {}", cells.count(row, N_DISTINCT)?));
    }
    let told = format!(
        "Executions that the ranked techniques need, each counted once: {}; the table `costs` has their time.",
        all.join(", ")
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
    Ok(match of - n {
        0 => format!("None of the {of} checks (a property on a data set) accuses the original."),
        n_unsound => format!(
            "{n_unsound} of the {of} checks (a property on a data set) cannot kill, because the original \
             itself fails there or there is no verdict on it; the table `unsound` has them."
        ),
    })
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
