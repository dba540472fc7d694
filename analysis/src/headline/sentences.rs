//! What can be said of a ranking.

use std::cmp::Reverse;

use crate::comparisons::Comparison;
use crate::render::{show_p, show_percent, show_rate, show_share};
use crate::tables::Scores;
use crate::{Paper, Rate};

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

/// Who won; `place` says where, such as `On` and a subject.
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
            "{other} killed {}{}. {only_best} fell to {best} and not to {other}, {only_other} the other way \
             round, {} to both, {} to neither: the difference {} ({}).",
            show_rate(*other_rate),
            behind(*rate, *other_rate, compared),
            compared.n_both,
            compared.n_neither,
            chance(compared),
            show_p(compared.p)
        ))
    };
    others.iter().filter_map(sentence).collect()
}

/// Whether a difference can be told from chance.
fn chance(compared: &Comparison) -> &'static str {
    if compared.is_significant() {
        "is more than chance"
    } else {
        "may be chance"
    }
}

/// How far the second share is behind the first; shares of different mutants are not subtracted.
fn behind(first: Rate, second: Rate, compared: &Comparison) -> String {
    match (first.percent(), second.percent()) {
        (Some(first_percent), Some(second_percent))
            if first_percent > second_percent && compared.is_of([first, second]) =>
        {
            let points = first_percent - second_percent;
            format!(", {points:.1} percentage points less")
        }
        _ => String::new(),
    }
}

/// The properties that are compared, the best first, and whether the best is ahead of the second.
pub(super) fn best_property(
    paper: Option<&Paper>,
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
        String::new()
    } else {
        format!(
            "; that {best} is before {second} {} ({})",
            chance(compared),
            show_p(compared.p)
        )
    };
    let all: Vec<String> = properties
        .iter()
        .map(|(name, rate)| format!("{name} {}", show_share(*rate)))
        .collect();
    let whose = paper.map_or("The".to_owned(), |paper| {
        format!("{}'s", capitalised(paper.name))
    });
    Some(format!(
        "{whose} metamorphic properties, each a way to change an input: {}{lead}.",
        all.join(", ")
    ))
}

/// A name as a sentence begins with it.
pub(super) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// What the paper has, most kills first, of those that it has too; nothing when it has just one.
pub(super) fn beside(
    ranking: &[(String, Rate)],
    in_paper: impl Fn(&str) -> Option<Rate>,
) -> Option<Vec<(&str, Rate)>> {
    let mut published: Vec<(&str, Rate)> = ranking
        .iter()
        .filter_map(|(name, _)| Some((name.as_str(), in_paper(name)?)))
        .collect();
    published.sort_by_key(|(_, rate)| Reverse(rate.n));
    (published.len() > 1).then_some(published)
}

/// What a paper has of a ranking, and whether that is in the same order; `place` says where.
pub(super) fn paper_has(
    paper: &Paper,
    place: &str,
    here: &[(impl AsRef<str>, Rate)],
    published: &[(&str, Rate)],
) -> String {
    let is_published = |name: &str| published.iter().any(|(known, _)| *known == name);
    let here: Vec<(&str, Rate)> = here
        .iter()
        .map(|(name, rate)| (name.as_ref(), *rate))
        .filter(|(name, _)| is_published(name))
        .collect();
    let verb = match (first(&here), first(published)) {
        (Some(here), Some(there)) if here == there => match published.len() {
            2 => "has them in the same order",
            _ => "has the same one first",
        },
        (Some(_), Some(_)) => match published.len() {
            2 => "has them the other way round",
            _ => "has another one first",
        },
        _ => "has",
    };
    let order = in_order(published);
    format!(
        "{} {verb}, with other code and other mutants{place}: {order}.",
        paper.cited
    )
}

/// The one that is ahead of all others; kills of different mutants have no order.
fn first<'a>(ranking: &[(&'a str, Rate)]) -> Option<&'a str> {
    match ranking {
        [(first, rate), others @ ..] if !others.is_empty() => {
            let is_ahead = |(_, other): &(&str, Rate)| rate.n > other.n && rate.of == other.of;
            others.iter().all(is_ahead).then_some(*first)
        }
        _ => None,
    }
}

/// Names with their counts and shares, such as `negate 23/28 (82 %), permute 13/28 (46 %)`.
pub(super) fn in_order(ranking: &[(impl AsRef<str>, Rate)]) -> String {
    let one = |(name, rate): &(_, Rate)| {
        let (name, percent) = (AsRef::as_ref(name), show_percent(*rate));
        format!("{name} {} ({percent})", show_share(*rate))
    };
    let all: Vec<String> = ranking.iter().map(one).collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Published;

    const RATE: fn(u64) -> Rate = |n| Rate { n, of: 100 };
    const PAPER: Paper = Paper {
        name: "the paper",
        cited: "The paper (Somebody, 2000)",
        properties: None,
        policies: &[],
        tables: &[],
        views: &[],
        remarks: &[],
        read: |_| Ok(Published::default()),
        as_printed: |_, _| Ok(None),
    };

    #[track_caller]
    fn check(here: &[(&'static str, u64)], published: &[(&'static str, u64)], expected: &str) {
        let rates = |all: &[(&'static str, u64)]| {
            let all = all.iter().map(|(name, n)| (*name, RATE(*n)));
            all.collect::<Vec<(&str, Rate)>>()
        };
        let told = paper_has(&PAPER, "", &rates(here), &rates(published));
        let verb = told.strip_prefix("The paper (Somebody, 2000) ").unwrap();
        assert_eq!(verb.split_once(", with").unwrap().0, expected);
    }

    #[test]
    fn an_order_that_is_turned_round_is_told() {
        let (ahead, behind) = ([("a", 90), ("b", 10)], [("b", 80), ("a", 20)]);
        check(&ahead, &ahead, "has them in the same order");
        check(&ahead, &behind, "has them the other way round");
        let three = [("b", 80), ("a", 20), ("c", 1)];
        check(
            &[("a", 9), ("c", 8), ("b", 7)],
            &three,
            "has another one first",
        );
        check(&three, &three, "has the same one first");
    }

    #[test]
    fn kills_of_different_mutants_have_no_order() {
        let (many, few) = (RATE(60), Rate { n: 50, of: 50 });
        assert_eq!(first(&[("a", many), ("b", few)]), None);
        assert_eq!(first(&[("a", many), ("b", RATE(50))]), Some("a"));
        assert_eq!(first(&[("a", many)]), None);
    }

    #[test]
    fn ties_have_no_order_and_what_is_not_published_does_not_count() {
        check(&[("a", 5), ("b", 5)], &[("b", 80), ("a", 20)], "has");
        let with_other = [("z", 99), ("a", 90), ("b", 10)];
        check(
            &with_other,
            &[("a", 80), ("b", 20)],
            "has them in the same order",
        );
    }
}
