//! What is said, and in which order.

use std::cmp::Reverse;

use polars::prelude::*;

use super::over_all::over_all;
use super::sentences::{beside, best_property, ranking, runners_up, winner, worst_data_set};
use crate::columns::{
    ALL_CLASSES, ALL_SUBJECTS, DATA_SET, IS_SOUND, PROPERTY, PROPERTY_SET, TECHNIQUE,
};
use crate::comparisons::compare;
use crate::findings::Findings;
use crate::render::show_share;
use crate::roles::{PROPERTY_SETS, is_ranked};
use crate::standings::standings;
use crate::tables::scores;
use crate::{AnalysisError, Paragraph, Rate};

/// What a reader must know who has never heard of mutants.
const MUTANT: &str = "A mutant is a program with one small fault put in; a technique kills it by \
                      noticing that something is wrong.";

/// What a mutant is, and with several subjects, which technique won over all of them. Then, for every
/// subject: which technique won, by how much, how sure that is; then the same for properties and data
/// sets.
pub(crate) fn headline(findings: &Findings) -> Result<Vec<Paragraph>, AnalysisError> {
    if let Some(sentence) = without_mutants(findings)? {
        return Ok(vec![Paragraph::of(vec![sentence])]);
    }
    let thesis = PROPERTY_SETS[0].name;
    let ranked = findings.kills.clone().filter(is_ranked());
    let is_thesis = col(PROPERTY_SET).eq(lit(thesis));
    let of_thesis = ranked.clone().filter(is_thesis.clone());
    let techniques = scores(ranked.clone(), TECHNIQUE)?;
    let technique_pairs = compare(ranked, TECHNIQUE)?;
    let properties = scores(of_thesis.clone(), PROPERTY)?;
    let property_pairs = compare(of_thesis, PROPERTY)?;
    let per_data_set = findings.kills_per_data_set.clone();
    let data_sets = scores(per_data_set.filter(is_thesis), DATA_SET)?;

    let published = &findings.published;
    let most = |known: &(&str, Rate)| Reverse(known.1.n);
    let fewest = |known: &(&str, Rate)| known.1.n;
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
        let mut sentences = Vec::new();
        let techniques = ranking(&techniques, subject);
        let in_paper = |technique: &str| published.by_technique(subject, technique);
        let sentence = winner(subject, &techniques);
        sentences.push(sentence + &beside(&techniques, in_paper, most));
        sentences.extend(runners_up(subject, &techniques, &technique_pairs));

        let properties = ranking(&properties, subject);
        let in_paper =
            |property: &str| published.by_property(subject, thesis, Some(property), ALL_CLASSES);
        let sentence = best_property(subject, &properties, &property_pairs);
        sentences.extend(sentence.map(|text| text + &beside(&properties, in_paper, most)));

        let data_sets = ranking(&data_sets, subject);
        let in_paper =
            |data_set: &str| published.by_data_set(subject, thesis, data_set, ALL_CLASSES);
        let sentence = worst_data_set(&data_sets);
        sentences.extend(sentence.map(|text| text + &beside(&data_sets, in_paper, fewest)));
        paragraphs.push(Paragraph {
            sentences,
            standings: standings(subject),
        });
    }
    paragraphs.push(Paragraph::of(vec![alarms(findings)?]));
    Ok(paragraphs)
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
        0 => format!("None of the {of} pairs of a property and a data set accuses the original."),
        n_unsound => format!(
            "{n_unsound} of the {of} pairs of a property and a data set accuse the original itself, or \
             give no verdict on it; they cannot kill. The table `unsound` lists them."
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
