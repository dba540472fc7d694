//! The answer, as large as it deserves.

use maud::{Markup, html};

use super::Material;
use crate::Rate;
use crate::columns::ALL_SUBJECTS;
use crate::page::html_table::with_code;
use crate::render::{show_interval, show_p, show_percent, show_share};
use crate::roles::why_apart;
use crate::standings::{Apart, Standings, apart};

/// The study, its question, and the technique that won.
pub(in crate::page) fn answer(material: &Material<'_>) -> Markup {
    let (report, context) = (material.report, material.context);
    let question = context
        .question
        .as_deref()
        .unwrap_or("When nobody knows the right output, which technique finds the fault?");
    html! {
        header class="masthead" {
            p class="eyebrow" {
                span { "killrate" } span { "study " b { (report.study) } }
                @if let Some(seed) = report.seed { span { "seed " (seed) } }
                span { "policy " b { (report.policy) } }
            }
            @if let Some(title) = &context.title { p class="study-title" { (title) } }
            h1 { (question) }
            @if let Some(first) = material.standings.first() { (verdict(first, &apart(material.standings))) }
            @if report.sentences().len() > 1 {
                details class="words" {
                    summary { "The same in words" @if material.findings.subjects.len() > 1 { ", for every subject" } }
                    ul { @for sentence in &report.sentences() { li { (with_code(sentence)) } } }
                }
            }
        }
    }
}

/// Who won, by how much, and how sure that is.
fn verdict(standings: &Standings, apart: &[Apart]) -> Markup {
    let ranking = standings.ranking();
    let Some(((best, rate), others)) = ranking.split_first() else {
        return html! {
            div class="answer" {
                p class="answer-lead" { "Nothing to compare: no ranked technique judged a usable mutant." }
            }
        };
    };
    html! {
        div class="answer" {
            div class="answer-number" {
                span class="big" { (show_percent(*rate)) }
                span { "of mutants killed by " b { (best) } }
                span class="quiet" { (show_share(*rate)) ", 95 % interval " (show_interval(*rate)) }
            }
            div class="answer-text" {
                p class="answer-lead" { (lead(standings, best, *rate, others)) }
                @if !others.is_empty() {
                    ul class="rivals" {
                        @for (other, other_rate) in others {
                            li { (rival(standings, (best, *rate), (other, *other_rate))) }
                        }
                    }
                }
                @for known in apart {
                    p class="quiet" {
                        "Not ranked: " (known.technique) " killed " (show_percent(known.rate))
                        " (" (show_share(known.rate)) " on " (known.subjects.join(", ")) ")"
                        @if let Some(why) = why_apart(&known.technique) { "; " (why) }
                        "."
                    }
                }
            }
        }
    }
}

fn lead(standings: &Standings, best: &str, rate: Rate, others: &[(&str, Rate)]) -> Markup {
    let Some((second, second_rate)) = others.first() else {
        return html! { b { (best) } " is the only technique that is ranked." };
    };
    let by_chance = standings.led_by_chance();
    let over = if by_chance.len() == others.len() {
        String::new()
    } else {
        format!(" over {}", by_chance.join(" and "))
    };
    // Where one that is not ranked killed more, nobody found most.
    let most = match standings.killed_more().next() {
        None => "most mutants",
        Some(_) => "most mutants of those that are ranked",
    };
    let place = match standings.subject.as_str() {
        ALL_SUBJECTS => "over all subjects".to_owned(),
        subject => format!("on {subject}"),
    };
    html! {
        @if second_rate.n == rate.n {
            b { (best) } " and " b { (second) } " found equally many mutants " (place) "."
        } @else if by_chance.is_empty() {
            b { (best) } " found " (most) " " (place) ". The lead is " span class="sure" { "more than chance" } "."
        } @else {
            b { (best) } " found " (most) " " (place) ", but the lead" (over) " "
            span class="unsure" { "may be chance" } "."
        }
    }
}

/// How far a technique is behind the best, and how sure that is.
fn rival(standings: &Standings, best: (&str, Rate), other: (&str, Rate)) -> Markup {
    let points = best
        .1
        .percent()
        .zip(other.1.percent())
        .map(|(best, other)| best - other);
    let comparison = standings.comparison(best.0, other.0);
    // Shares of different mutants are not subtracted.
    let is_of_same = comparison.is_some_and(|comparison| comparison.is_of([best.1, other.1]));
    let points = points.filter(|_| is_of_same);
    html! {
        b { (other.0) } " killed " (show_percent(other.1))
        span class="quiet" { " (" (show_share(other.1)) ", " (show_interval(other.1)) ")" }
        @match points {
            Some(points) if points > 0.0 => { ", " b { (format!("{points:.1} points fewer")) } },
            _ => "",
        }
        @if let Some(comparison) = comparison {
            @let [only_best, only_other] = comparison.only(best.0);
            "; " (only_best) " fell to " (best.0) " and not to " (other.0) ", " (only_other) " the other way round: "
            @if comparison.is_significant() {
                span class="sure" { "more than chance" }
            } @else {
                span class="unsure" { "it may be chance" }
            }
            " " span class="quiet unbroken" { "(" (show_p(comparison.p)) ")" }
        }
        "."
    }
}
