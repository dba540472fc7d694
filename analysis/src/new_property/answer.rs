//! The answer to "is my new property worth it?".

use std::collections::BTreeSet;
use std::path::Path;

use killrate_model::Soundness;
use killrate_record::{CostRow, why_skipped};
use polars::prelude::*;

use super::kills::kills;
use super::others::{Others, Rank, others};
use super::soundness::{OnOriginal, on_original};
use crate::columns::{SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::render::show_rate;
use crate::{AnalysisError, Cell, Papers, Paragraph, Policy, Rate, Report, Table};

/// A property that was judged beside those of a study.
#[derive(Debug, Clone, Copy)]
pub struct NewProperty<'a> {
    /// The subject it is about.
    pub subject: &'a str,
    /// The technique that judges by it.
    pub technique: &'a str,
    /// Its name.
    pub property: &'a str,
    /// What it says.
    pub text: &'a str,
    /// What the original says of it.
    pub soundness: Soundness,
    /// The names of properties that say the same.
    pub same_as: &'a [&'a str],
    /// What its verdicts took, on the original and on the mutants.
    pub cost: &'a CostRow,
}

impl NewProperty<'_> {
    /// Whether a row is of the property's subject and technique.
    pub(super) fn is_technique(&self) -> Expr {
        let is_subject = col(SUBJECT).eq(lit(self.subject));
        is_subject.and(col(TECHNIQUE).eq(lit(self.technique)))
    }
}

/// What a new property is worth: whether it is sound, what it kills, what only it kills, what it is
/// redundant with, where it would rank, and what it costs. One that the original breaks has no such
/// worth: what breaks it need not be a fault.
///
/// The record has the property's verdicts among the others'; its cost is apart.
///
/// # Errors
/// When the record cannot be read, or the policy needs what it lacks.
pub fn new_property(
    record: &Path,
    papers: &Papers,
    policy: &'static Policy,
    new: &NewProperty<'_>,
) -> Result<Report, AnalysisError> {
    // The record was written for this report alone and has the property among the study's own.
    let findings = Findings::gather(&[record], papers, policy)?;
    let (found, of_original) = on_original(&findings, new)?;
    let mut tables = vec![of_original];
    let mut headline = sound_in_words(new, &found);
    if !new.same_as.is_empty() {
        headline.push(format!(
            "It is the same property as {}.",
            listed(new.same_as)
        ));
    }
    let mut n_killed = 0;
    let others = match new.soundness {
        Soundness::Sound => others(&findings, new)?,
        _ => None,
    };
    if let Some(others) = others {
        let (rate, by_data_set) = kills(&findings, new)?;
        n_killed = rate.map_or(0, |rate| rate.n);
        tables.push(by_data_set);
        tables.push(others.ranking(new.subject));
        tables.extend(others.pairs(new.subject));
        tables.extend(others.unique(&findings, new.subject)?);
        headline.extend(worth_in_words(rate, &others));
        let is_new = |technique: &str, property: &str| {
            technique == new.technique && property == new.property
        };
        headline.extend(findings.marks_of_placebos(new.subject, is_new)?);
    }
    tables.push(cost(new, n_killed));
    headline.extend(match new.soundness {
        Soundness::Untested => None,
        Soundness::Refuted | Soundness::Undecided => Some(screening_in_words(new.cost)),
        Soundness::Sound => Some(cost_in_words(new.cost, n_killed)),
    });
    Ok(Report {
        study: findings.provenance.study.name.to_string(),
        seed: Some(findings.provenance.seed),
        policy: policy.name,
        about_policy: findings.about_policy()?,
        tables,
        question: "Is the property worth it?",
        headline: vec![Paragraph::of(headline)],
        left_out: Vec::new(),
        absent: Vec::new(),
    })
}

/// What the original says of it: the claim, and where it is refuted what refutes it.
fn sound_in_words(new: &NewProperty<'_>, found: &OnOriginal) -> Vec<String> {
    let OnOriginal {
        n_sound, n_cases, ..
    } = found;
    let mut text = format!("{}: ", new.text);
    text += &match new.soundness {
        Soundness::Untested => "it applies to no data set, so there is nothing to judge".to_owned(),
        Soundness::Refuted => format!(
            "refuted; the original itself breaks it in {} of {n_cases} cases, on {}",
            found.n_broken,
            names(&found.broken)
        ),
        Soundness::Undecided => {
            format!(
                "no verdict; the original neither satisfies nor breaks it in any of {n_cases} cases"
            )
        }
        Soundness::Sound if n_sound == n_cases => format!("sound in all {n_cases} cases"),
        Soundness::Sound => format!(
            "sound in {n_sound} of {n_cases} cases, without a verdict on {}",
            names(&found.undecided)
        ),
    };
    if !found.skipped.is_empty() {
        let why = why_skipped(&found.skipped);
        text += &match new.soundness {
            Soundness::Untested => format!(": {why}"),
            _ => format!("; it does not apply everywhere: {why}"),
        };
    }
    let counter_example = found.counter_example.as_ref();
    let refuted = counter_example.map(|(place, detail)| {
        format!("On {place}: {detail}. So it is not ranked, and it judged no mutant.")
    });
    [text + "."].into_iter().chain(refuted).collect()
}

fn names(all: &BTreeSet<String>) -> String {
    all.iter()
        .map(String::as_str)
        .collect::<Vec<&str>>()
        .join(", ")
}

fn worth_in_words(rate: Option<Rate>, others: &Others) -> Vec<String> {
    let Some(rate) = rate else {
        return Vec::new();
    };
    let mut sentences = vec![
        format!("It killed {}.", show_rate(rate)),
        rank_in_words(others),
    ];
    if rate.n == 0 {
        return sentences;
    }
    sentences.push(match others.alone.len() {
        0 => "No mutant falls to it alone: the other properties together kill all that it kills.".to_owned(),
        n => {
            let new = others.alone.values().filter(|also| also.is_empty()).count();
            format!(
                "It adds {n} to the {} mutants that the other properties kill; {new} of these no other technique \
                 kills either.",
                others.n_without()
            )
        }
    });
    let covering = others.covering();
    sentences.extend(match (covering.as_slice(), others.nearest()) {
        ([], None) => None,
        ([], Some((name, n))) => Some(format!(
            "No single other property makes it redundant; {name} comes nearest, with {n} of its {} kills.",
            rate.n
        )),
        ([name], _) => Some(format!(
            "It is redundant: {name} kills every mutant that it kills."
        )),
        (names, _) => Some(format!(
            "It is redundant: each of {} kills every mutant that it kills.",
            listed(names)
        )),
    });
    sentences
}

fn rank_in_words(others: &Others) -> String {
    let n_properties = others.n_properties();
    if n_properties == 1 {
        return "There is no other property to rank it with.".to_owned();
    }
    let (by_kills, by_value) = (others.rank_by_kills(), others.rank_by_value());
    let ranks = if by_kills == by_value {
        format!(
            "{} by kills and by Shapley value",
            place_in_words(&by_kills)
        )
    } else {
        format!(
            "{} by kills and {} by Shapley value",
            place_in_words(&by_kills),
            place_in_words(&by_value)
        )
    };
    let (value, n_all) = others.share();
    format!(
        "Of {n_properties} properties it would rank {ranks}, {value:.1} of the {n_all} mutants that all of \
         them kill."
    )
}

fn place_in_words(Rank { place, tied }: &Rank<'_>) -> String {
    match tied.len() {
        0 => ordinal(*place),
        n => format!(
            "{} to {} (tied with {})",
            ordinal(*place),
            ordinal(place + n),
            listed(tied)
        ),
    }
}

fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// Names as a sentence lists them.
fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// What it took to find out that it cannot judge.
fn screening_in_words(cost: &CostRow) -> String {
    let CostRow {
        n_distinct,
        n_cached,
        n_run,
        cpu_seconds,
        ..
    } = cost;
    format!(
        "Screening it took {n_distinct} executions of the original: {n_cached} were known, {n_run} were run \
         now, in {cpu_seconds:.1} s of processor time; no mutant was run."
    )
}

fn cost_in_words(cost: &CostRow, n_killed: u64) -> String {
    let CostRow {
        n_distinct,
        n_saved,
        n_cached,
        n_run,
        cpu_seconds,
        ..
    } = cost;
    let per_kill = match n_killed {
        0 => String::new(),
        n => format!(
            ", {:.1} runs per kill",
            (n_run + n_cached) as f64 / n as f64
        ),
    };
    format!(
        "It takes {n_distinct} executions: {n_saved} need no run, {n_cached} were known, {n_run} were run now, \
         in {cpu_seconds:.1} s of processor time{per_kill}."
    )
}

fn cost(new: &NewProperty<'_>, n_killed: u64) -> Table {
    let CostRow {
        n_asked,
        n_distinct,
        n_saved,
        n_cached,
        n_run,
        cpu_seconds,
        ..
    } = *new.cost;
    let mut table = Table::new("cost", "What the property takes", "What does it cost?")
        .about(new.subject)
        .with_columns([
            ("asked", "asked"),
            ("distinct", "distinct"),
            ("saved", "saved"),
            ("cached", "known"),
            ("run", "run"),
            ("cpu_seconds", "CPU s"),
            ("executions_per_kill", "runs per kill"),
        ]);
    let per_kill = (n_killed > 0).then(|| (n_run + n_cached) as f64 / n_killed as f64);
    let mut line: Vec<Cell> = [n_asked, n_distinct, n_saved, n_cached, n_run]
        .map(Cell::Count)
        .into();
    line.push(Cell::number(Some(cpu_seconds), 1));
    line.push(Cell::number(per_kill, 1));
    table.rows.push(line);
    table.notes.push(
        "Saved: the reach probe tells the outputs without a run. Known: run before, for the study or for \
         another property. Processor time is of the executions run now."
            .to_owned(),
    );
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_place(place: usize, tied: &[&str], expected: &str) {
        let tied = tied.to_vec();
        assert_eq!(place_in_words(&Rank { place, tied }), expected);
    }

    #[test]
    fn equal_ones_share_their_places() {
        check_place(1, &[], "1st");
        check_place(1, &["a"], "1st to 2nd (tied with a)");
        check_place(3, &["a", "b", "c"], "3rd to 6th (tied with a, b and c)");
        check_place(11, &["a"], "11th to 12th (tied with a)");
        check_place(21, &["a", "b"], "21st to 23rd (tied with a and b)");
        check_place(112, &["a"], "112th to 113th (tied with a)");
    }
}
