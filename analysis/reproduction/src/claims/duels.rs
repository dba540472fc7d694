//! Claims that one thing kills more mutants than another.

use killrate_analysis::comparisons::SIGNIFICANT;
use killrate_analysis::show_p;
use killrate_analysis::statistics::{holm, mcnemar_exact};

use super::claim::{Decision, Missing, lacking, most_telling};
use super::evidence::{Evidence, Group};

/// The claim that one kills more than the other over some subjects.
pub(crate) struct Duel<'a> {
    pub(crate) subjects: &'a [&'a str],
    pub(crate) more: &'a str,
    pub(crate) fewer: &'a str,
}

/// How duels ended.
pub(crate) struct Duels {
    pub(crate) statistics: Vec<String>,
    pub(crate) decision: Decision,
    pub(crate) reason: String,
}

/// How the rules of claims call what [`decide`] does.
pub(crate) const ABOUT_TEST: &str =
    "p: exact McNemar on the same mutants, two-sided, Holm-corrected over the pairs of the claim.";

/// Decides a claim that consists of duels.
///
/// It is reproduced when in every pair the one that should kills more, and more than chance. It is
/// not reproduced when in some pair it kills as many or fewer, even if other pairs are missing.
/// Otherwise it is undecided, or not in this study where a subject or a technique is not.
pub(crate) fn decide(evidence: &Evidence, group: &Group, duels: &[Duel]) -> Duels {
    let mut missing: Vec<Missing> = Vec::new();
    let mut fought: Vec<(&Duel, u64, u64)> = Vec::new();
    for duel in duels {
        match fight(evidence, group, duel) {
            Ok((n_more, n_fewer)) => fought.push((duel, n_more, n_fewer)),
            Err(reason) if missing.contains(&reason) => {}
            Err(reason) => missing.push(reason),
        }
    }
    let raw: Vec<f64> = fought
        .iter()
        .map(|&(_, n_more, n_fewer)| mcnemar_exact(n_more, n_fewer))
        .collect();
    let p_values = holm(&raw);
    let statistics = fought
        .iter()
        .zip(&p_values)
        .map(|((duel, n_more, n_fewer), p)| {
            format!(
                "{}: {n_more} fell to {} alone, {n_fewer} to {} alone, {}.",
                duel.subjects.join(", "),
                duel.more,
                duel.fewer,
                show_p(*p)
            )
        })
        .collect();
    // A pair that is lost refutes the claim whatever the missing ones would say.
    let lost = fought.iter().find(|(_, n_more, n_fewer)| n_more <= n_fewer);
    let unsure = fought
        .iter()
        .zip(&p_values)
        .find(|(_, p)| **p >= SIGNIFICANT);
    let (decision, reason) = if let Some((duel, n_more, n_fewer)) = lost {
        let amount = if n_more == n_fewer {
            "as many as"
        } else {
            "fewer than"
        };
        (
            Decision::NotReproduced,
            format!(
                "{} killed {amount} {} on {}",
                duel.more,
                duel.fewer,
                duel.subjects.join(", ")
            ),
        )
    } else if !missing.is_empty() {
        lacking(&missing)
    } else if let Some(((duel, ..), p)) = unsure {
        (
            Decision::Undecided,
            format!(
                "{} killed more than {} on {}, but it may be chance ({})",
                duel.more,
                duel.fewer,
                duel.subjects.join(", "),
                show_p(*p)
            ),
        )
    } else {
        (
            Decision::Reproduced,
            "every difference is as claimed and more than chance".to_owned(),
        )
    };
    Duels {
        statistics,
        decision,
        reason,
    }
}

/// Decides a claim that one of a subject's stands out from all its others, so a duel with each.
///
/// It is not reproduced nor refuted when there is no other.
pub(crate) fn decide_among(
    evidence: &Evidence,
    group: &Group,
    subject: &str,
    name: &str,
    duels: &[Duel],
) -> Duels {
    if !duels.is_empty() {
        return decide(evidence, group, duels);
    }
    let (decision, reason) = if group.rate(subject, name).is_some() {
        let reason =
            format!("`{name}` is alone on `{subject}`, and there is nothing to compare it with");
        (Decision::Undecided, reason)
    } else {
        lacking(&[evidence.missing(subject, name)])
    };
    Duels {
        statistics: Vec::new(),
        decision,
        reason,
    }
}

/// Mutants that fell to one alone and to the other alone, or why that is not known.
fn fight(evidence: &Evidence, group: &Group, duel: &Duel) -> Result<(u64, u64), Missing> {
    let (mut n_more, mut n_fewer) = (0, 0);
    let names = [duel.more, duel.fewer];
    let both = duel
        .subjects
        .iter()
        .flat_map(|subject| names.map(|name| (subject, name)));
    let missing = both.filter(|(subject, name)| group.rate(subject, name).is_none());
    let missing = missing.map(|(subject, name)| evidence.missing(subject, name));
    if let Some(missing) = most_telling(missing.collect()) {
        return Err(missing);
    }
    for subject in duel.subjects {
        let mut pairs = group.pairs.iter();
        let pair = pairs
            .find(|pair| pair.subject == *subject && pair.is_between(duel.more, duel.fewer))
            .ok_or_else(|| Missing {
                reason: format!(
                    "`{}` and `{}` judged no mutant of `{subject}` both",
                    duel.more, duel.fewer
                ),
                is_in_study: true,
            })?;
        let [only_more, only_fewer] = pair.only(duel.more);
        n_more += only_more;
        n_fewer += only_fewer;
    }
    Ok((n_more, n_fewer))
}
