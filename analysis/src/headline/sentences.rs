//! What can be said of a ranking.

use std::cmp::Reverse;

use crate::Rate;
use crate::comparisons::Comparison;
use crate::render::{show_p, show_rate, show_share};
use crate::tables::Scores;

/// The work that published most of what is repeated here.
pub(super) const THESIS: &str = "The thesis (Murphy, 2010)";

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

/// Who won; `place` says where, such as `On c45`.
///
/// Where one that is not ranked killed more, nobody is said to have killed most.
pub(super) fn winner(place: &str, techniques: &[(String, Rate)], is_beaten: bool) -> String {
    let [(best, rate), others @ ..] = techniques else {
        return format!(
            "{place}, no ranked technique judged a usable mutant, so there is nothing to compare."
        );
    };
    let verb = match others.first() {
        None => "is the only ranked technique; it killed",
        Some((_, second)) if second.n == rate.n => "killed as many as any:",
        Some(_) if is_beaten => "killed most of those that are ranked:",
        Some(_) => "killed most:",
    };
    format!("{place}, {best} {verb} {}.", show_rate(*rate))
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
            "{other} killed {}{}. Only {best} killed {only_best}, only {other} {only_other}, both {}, neither \
             {}. That {} ({}).",
            show_rate(*other_rate),
            behind(*rate, *other_rate),
            compared.n_both,
            compared.n_neither,
            if compared.is_significant() {
                "is more than chance"
            } else {
                "may be chance"
            },
            show_p(compared.p)
        ))
    };
    others.iter().filter_map(sentence).collect()
}

/// How far the second share is behind the first.
fn behind(first: Rate, second: Rate) -> String {
    match (first.percent(), second.percent()) {
        (Some(first), Some(second)) if first > second => match (first - second).round() {
            points if points < 1.0 => ", less than a percentage point less".to_owned(),
            points if points < 2.0 => ", 1 percentage point less".to_owned(),
            points => format!(", {points:.0} percentage points less"),
        },
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
        format!("as many as {second}")
    } else {
        let second = format!("{second}, {}", show_share(*second_rate));
        match compared.is_significant() {
            true => format!("clearly ahead of {second}"),
            false => format!("too close to {second}, to tell apart"),
        }
    };
    Some(format!(
        "Of the thesis's metamorphic properties {best} killed most, {}, {lead}.",
        show_share(*rate)
    ))
}

/// What the paper has, most kills first, of those that it has too; nothing when it has just one.
pub(super) fn beside(
    ranking: &[(String, Rate)],
    in_paper: impl Fn(&str) -> Option<Rate>,
) -> Option<String> {
    let mut published: Vec<(&str, Rate)> = ranking
        .iter()
        .filter_map(|(name, _)| Some((name.as_str(), in_paper(name)?)))
        .collect();
    published.sort_by_key(|(_, rate)| Reverse(rate.n));
    (published.len() > 1).then(|| in_order(&published))
}

/// Names with their counts, such as `negate 23/28, permute 13/28`.
pub(super) fn in_order(ranking: &[(impl AsRef<str>, Rate)]) -> String {
    let one = |(name, rate): &(_, Rate)| format!("{} {}", AsRef::as_ref(name), show_share(*rate));
    let all: Vec<String> = ranking.iter().map(one).collect();
    all.join(", ")
}
