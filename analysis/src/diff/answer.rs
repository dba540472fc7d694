//! The comparison of two records, and what it comes to.

use std::path::Path;

use super::rates::{Change, changes};
use super::rows::{Counts, counts};
use super::{mutants, rates, rows, verdicts};
use crate::columns::{PROPERTY, TECHNIQUE};
use crate::findings::Findings;
use crate::render::{show_p, show_rate};
use crate::{AnalysisError, Papers, Paragraph, Policy, Report};

/// What changed from one record to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Diff {
    /// The changes as tables, and in sentences.
    pub report: Report,
    /// Rows that only one of the records has, or that say something else.
    ///
    /// How the records were made does not count: the same verdicts from another version are no
    /// difference.
    pub n_differences: u64,
    /// Techniques and properties whose kill rate is another, or that kill other mutants.
    pub n_changed_rates: usize,
}

impl Diff {
    /// Whether the records say the same and come to the same.
    pub fn is_empty(&self) -> bool {
        self.n_differences == 0 && self.n_changed_rates == 0
    }
}

/// Compares two records, with the kills that a policy sees in them; with `lists_verdicts` every
/// verdict that changed has a row.
///
/// # Errors
/// When a record cannot be read, or the policy needs what it lacks.
pub fn diff(
    first: &Path,
    second: &Path,
    policy: &'static Policy,
    lists_verdicts: bool,
) -> Result<Diff, AnalysisError> {
    // Rates and facts of two records are compared, and these depend on no paper.
    let papers = Papers::default();
    let firsts = Findings::gather(&[first], &papers, policy)?;
    let seconds = Findings::gather(&[second], &papers, policy)?;
    let records = [&firsts, &seconds];
    let counts = counts(records)?;
    let techniques = changes(records, &[TECHNIQUE])?;
    let changed_in_words = changes_in_words(records, &techniques)?;
    let properties = changes(records, &[TECHNIQUE, PROPERTY])?;

    let mut tables: Vec<_> = rows::provenance(records).into_iter().collect();
    tables.push(rows::table(&counts));
    let title = "Kills per technique, first and second";
    let all: Vec<&Change> = techniques.iter().collect();
    tables.extend(rates::tables("techniques", title, &[TECHNIQUE], &all));
    let title = "Kills per property, where they changed";
    let is_changed = |change: &&Change| change.is_change();
    let changed: Vec<&Change> = properties.iter().filter(is_changed).collect();
    let n_changed_rates = techniques
        .iter()
        .filter(|change| change.is_change())
        .count()
        + changed.len();
    for mut table in rates::tables("properties", title, &[TECHNIQUE, PROPERTY], &changed) {
        table.notes.push(format!(
            "Rows that did not change are left out; the correction is over all {} that were tested.",
            properties.iter().filter(|change| change.p.is_some()).count()
        ));
        tables.push(table);
    }
    tables.extend(mutants::table(records)?);
    tables.extend(verdicts::transitions(records)?);
    if lists_verdicts {
        tables.push(verdicts::list(records)?);
    }
    Ok(Diff {
        n_differences: counts.iter().map(Counts::n_differences).sum(),
        n_changed_rates,
        report: Report {
            study: format!("{} against {}", first.display(), second.display()),
            seed: None,
            policy: policy.name,
            about_policy: about_policy(records)?,
            tables,
            question: "What changed?",
            headline: vec![Paragraph::of(headline(&counts, &changed_in_words))],
            left_out: Vec::new(),
            absent: Vec::new(),
        },
    })
}

/// What the policy counts in both records; where it does something else in each, both are told.
fn about_policy(records: [&Findings; 2]) -> Result<String, AnalysisError> {
    let [first, second] = records.map(Findings::about_policy);
    let (first, second) = (first?, second?);
    Ok(if first == second {
        first
    } else {
        format!("{first}. The second record is judged like this: {second}")
    })
}

/// What differs, and how the rates of techniques changed; that nothing did when there is neither.
fn headline(counts: &[Counts], changes: &[String]) -> Vec<String> {
    let told = counts.iter().filter(|known| known.n_differences() > 0);
    let mut sentences: Vec<String> = told.map(in_words).collect();
    sentences.extend_from_slice(changes);
    if sentences.is_empty() {
        return vec!["The records say the same.".to_owned()];
    }
    if changes.is_empty() {
        sentences.push("No technique kills more or fewer mutants than before.".to_owned());
    }
    sentences
}

fn in_words(counts: &Counts) -> String {
    let mut parts = Vec::new();
    if counts.n_changed > 0 {
        parts.push(format!(
            "{} of the {} that both records have changed",
            counts.n_changed,
            counts.n_both()
        ));
    }
    if counts.n_only_first > 0 {
        parts.push(format!("{} are in the first only", counts.n_only_first));
    }
    if counts.n_only_second > 0 {
        parts.push(format!("{} are in the second only", counts.n_only_second));
    }
    let mut name = counts.name.to_owned();
    name[..1].make_ascii_uppercase();
    format!("{name}: {}.", parts.join(", "))
}

/// The changes of techniques, each as a sentence.
fn changes_in_words(
    records: [&Findings; 2],
    techniques: &[Change],
) -> Result<Vec<String>, AnalysisError> {
    let changed = techniques.iter().filter(|change| change.is_change());
    changed
        .map(|change| change_in_words(records, change))
        .collect()
}

fn change_in_words([one, other]: [&Findings; 2], change: &Change) -> Result<String, AnalysisError> {
    let name = change.group.join(": ");
    let (first, second) = match (change.first, change.second) {
        (Some(first), Some(second)) => (first, second),
        (Some(_), None) => return Ok(format!("{name} {} second record.", absence(other, change)?)),
        _ => return Ok(format!("{name} {} first record.", absence(one, change)?)),
    };
    let rates = format!(
        "{name} killed {}, before {}",
        show_rate(second),
        show_rate(first)
    );
    if change.n_both == 0 {
        return Ok(format!("{rates}, with no mutant in both."));
    }
    let moved = format!(
        "{rates}; of the {} mutants in both it lost {} and gained {}",
        change.n_both, change.n_lost, change.n_gained
    );
    Ok(match change.p {
        None => format!("{moved}."),
        Some(p) if change.is_significant() => format!("{moved}: more than chance ({}).", show_p(p)),
        Some(p) => format!("{moved}: it may be chance ({}).", show_p(p)),
    })
}

/// Why a technique has no rate, up to the record.
fn absence(findings: &Findings, change: &Change) -> Result<&'static str, AnalysisError> {
    let key = (change.subject().to_owned(), change.technique().to_owned());
    Ok(if !findings.techniques()?.contains(&key) {
        "judged nothing in the"
    } else if !findings.sound_techniques()?.contains(&key) {
        "has no sound case in the"
    } else {
        "has no usable mutant in the"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(changes: &[&str], expected: &[&str]) {
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(headline(&[], &changes), expected);
    }

    #[test]
    fn a_rate_that_changed_is_told_also_where_no_row_did() {
        check(&["It changed."], &["It changed."]);
        check(&[], &["The records say the same."]);
    }
}
