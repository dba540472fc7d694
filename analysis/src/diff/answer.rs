//! The comparison of two records, and what it comes to.

use std::path::Path;

use super::rates::{Change, changes};
use super::rows::{Counts, counts};
use super::{mutants, rates, rows, verdicts};
use crate::columns::{PROPERTY, TECHNIQUE};
use crate::findings::Findings;
use crate::render::{show_p, show_rate};
use crate::{AnalysisError, Paragraph, Policy, Report};

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
    let firsts = Findings::gather(first, None, policy)?;
    let seconds = Findings::gather(second, None, policy)?;
    let records = [&firsts, &seconds];
    let counts = counts(records)?;
    let techniques = changes(records, &[TECHNIQUE])?;
    let properties = changes(records, &[TECHNIQUE, PROPERTY])?;

    let mut tables: Vec<_> = rows::provenance(records).into_iter().collect();
    tables.push(rows::table(&counts));
    let title = "Kills per technique, first and second";
    let all: Vec<&Change> = techniques.iter().collect();
    tables.extend(rates::tables("techniques", title, &[TECHNIQUE], &all));
    let title = "Kills per property, where they changed";
    let is_changed = |change: &&Change| change.is_change();
    let changed: Vec<&Change> = properties.iter().filter(is_changed).collect();
    for mut table in rates::tables("properties", title, &[TECHNIQUE, PROPERTY], &changed) {
        table.notes.push(format!(
            "Rows that did not change are left out; the correction is over all {}.",
            properties.len()
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
        report: Report {
            study: format!("{} against {}", first.display(), second.display()),
            seed: None,
            policy: policy.name,
            about_policy: policy.about,
            tables,
            question: "What changed?",
            headline: vec![Paragraph::of(headline(&counts, &techniques))],
            left_out: Vec::new(),
        },
    })
}

fn headline(counts: &[Counts], techniques: &[Change]) -> Vec<String> {
    let told = counts.iter().filter(|known| known.n_differences() > 0);
    let mut sentences: Vec<String> = told.map(in_words).collect();
    if sentences.is_empty() {
        return vec!["The records say the same.".to_owned()];
    }
    let changed: Vec<&Change> = techniques
        .iter()
        .filter(|change| change.is_change())
        .collect();
    if changed.is_empty() {
        sentences.push("No technique kills more or fewer mutants than before.".to_owned());
    }
    sentences.extend(changed.into_iter().map(change_in_words));
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

fn change_in_words(change: &Change) -> String {
    let name = change.group.join(": ");
    let (first, second) = match (change.first, change.second) {
        (Some(first), Some(second)) => (first, second),
        (Some(_), None) => return format!("{name} has no sound case in the second record."),
        _ => return format!("{name} has no sound case in the first record."),
    };
    let Some(p) = change.p else {
        return format!(
            "{name} killed {}, before {}, with no mutant in both.",
            show_rate(second),
            show_rate(first)
        );
    };
    format!(
        "{name} killed {}, before {}; of the {} mutants in both it lost {} and gained {}: {} ({}).",
        show_rate(second),
        show_rate(first),
        change.n_both,
        change.n_lost,
        change.n_gained,
        if change.is_significant() {
            "more than chance"
        } else {
            "it may be chance"
        },
        show_p(p)
    )
}
