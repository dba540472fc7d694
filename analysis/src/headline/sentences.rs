//! What can be said of a ranking.

use std::cmp::Reverse;

use crate::Rate;
use crate::comparisons::Comparison;
use crate::render::{show_p, show_rate, show_share};
use crate::tables::Scores;

/// The groups of a subject with their rates, best first.
pub(super) fn ranking(scores: &Scores, subject: &str) -> Vec<(String, Rate)> {
    let of_subject = scores.iter().filter(|((known, _), _)| known == subject);
    let mut ranking: Vec<(String, Rate)> = of_subject
        .map(|((_, name), rate)| (name.clone(), *rate))
        .collect();
    // Equal ones stay in the order of their names.
    ranking.sort_by_key(|(_, rate)| Reverse(rate.n));
    ranking
}

pub(super) fn winner(subject: &str, techniques: &[(String, Rate)]) -> String {
    let [(best, rate), others @ ..] = techniques else {
        return format!(
            "{subject}: no ranked technique judged a usable mutant, so there is nothing to compare."
        );
    };
    let verb = match others.first() {
        None => "is the only ranked technique; it killed",
        Some((_, second)) if second.n == rate.n => "killed as many as any,",
        Some(_) => "killed most,",
    };
    format!("{subject}: {best} {verb} {}.", show_rate(*rate))
}

/// One sentence for every technique but the first: how far behind it is, and how sure that is.
pub(super) fn runners_up(
    subject: &str,
    techniques: &[(String, Rate)],
    comparisons: &[Comparison],
) -> Vec<String> {
    let Some(((best, rate), others)) = techniques.split_first() else {
        return Vec::new();
    };
    let sentence = |(other, other_rate): &(String, Rate)| {
        let compared = comparisons
            .iter()
            .find(|known| known.subject == subject && known.is_between(best, other))?;
        let [only_best, only_other] = compared.only(best);
        Some(format!(
            "{other} killed {}{}; {only_best} fell to {best} alone, {only_other} to {other} alone: {} ({}).",
            show_rate(*other_rate),
            behind(*rate, *other_rate),
            if compared.is_significant() {
                "more than chance"
            } else {
                "it may be chance"
            },
            show_p(compared.p)
        ))
    };
    others.iter().filter_map(sentence).collect()
}

/// How far the second share is behind the first.
fn behind(first: Rate, second: Rate) -> String {
    match (first.percent(), second.percent()) {
        (Some(first), Some(second)) if first > second => {
            format!(", {:.0} points fewer", (first - second).round())
        }
        _ => String::new(),
    }
}

pub(super) fn best_property(
    subject: &str,
    properties: &[(String, Rate)],
    comparisons: &[Comparison],
) -> Option<String> {
    let [(best, rate), (second, second_rate), ..] = properties else {
        return None;
    };
    let compared = comparisons
        .iter()
        .find(|known| known.subject == subject && known.is_between(best, second))?;
    let lead = if rate.n == second_rate.n {
        "as did"
    } else if compared.is_significant() {
        "clearly before"
    } else {
        "perhaps by chance before"
    };
    Some(format!(
        "Of the thesis's properties {best} killed most, {}, {lead} {second}, {} ({}).",
        show_rate(*rate),
        show_share(*second_rate),
        show_p(compared.p)
    ))
}

pub(super) fn worst_data_set(data_sets: &[(String, Rate)]) -> Option<String> {
    let [(best, rate), .., (worst, worst_rate)] = data_sets else {
        return None;
    };
    (rate.n > worst_rate.n).then(|| {
        format!(
            "With them the data set {worst} killed fewest, {}, and {best} most, {}.",
            show_rate(*worst_rate),
            show_share(*rate)
        )
    })
}

/// What the paper has in the first place, of those that it has too; nothing when it has just one.
pub(super) fn beside<K: Ord>(
    ranking: &[(String, Rate)],
    in_paper: impl Fn(&str) -> Option<Rate>,
    place: impl Fn(&(&str, Rate)) -> K,
) -> String {
    let published: Vec<(&str, Rate)> = ranking
        .iter()
        .filter_map(|(name, _)| Some((name.as_str(), in_paper(name)?)))
        .collect();
    let first = published.iter().min_by_key(|known| place(known));
    match first {
        Some((name, rate)) if published.len() > 1 => {
            format!(
                " Among these, in the thesis it was {name}, {}.",
                show_share(*rate)
            )
        }
        _ => String::new(),
    }
}
