//! Rates as bars with their intervals.

use maud::{Markup, html};

use crate::Rate;
use crate::render::{MISSING, show_interval, show_percent, show_share};

/// A bar for a rate, on a scale from nothing to all.
pub(super) struct Bar<'a> {
    pub(super) label: Markup,
    /// How it looks: a class of the style sheet.
    pub(super) look: &'a str,
    /// `None` without evidence.
    pub(super) rate: Option<Rate>,
    /// Rates that stand as lines behind the bar, such as floor and ceiling.
    pub(super) bounds: &'a [Rate],
    /// What a paper reports in its place.
    pub(super) published: Option<Rate>,
}

impl Bar<'_> {
    /// The bar as a row of three: label, bar, numbers.
    pub(super) fn row(&self) -> Markup {
        html! {
            div class={ "bar-row " (self.look) } {
                div class="bar-label" { (self.label) }
                (self.track())
                div class="bar-value" {
                    @match self.rate {
                        None => span class="quiet" { (MISSING) " no mutant judged" },
                        Some(rate) => {
                            b { (show_percent(rate)) } " "
                            span class="quiet" { (show_share(rate)) ", " (show_interval(rate)) }
                        }
                    }
                    @if let Some(published) = self.published {
                        span class="published" { "published " (show_percent(published)) }
                    }
                }
            }
        }
    }

    /// The bar alone. Its drawing is stretched to the place there is, so it has no text and no circles.
    pub(super) fn track(&self) -> Markup {
        html! {
            svg class="track" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" {
                rect class="groove" x="0" y="4" width="100" height="16" {}
                @if let Some(percent) = self.rate.and_then(Rate::percent) {
                    rect class="bar" x="0" y="4" width=(place(percent)) height="16" {}
                }
                @for percent in self.bounds.iter().filter_map(|rate| rate.percent()) {
                    line class="bound" x1=(place(percent)) x2=(place(percent)) y1="0" y2="24" {}
                }
                @if let Some((low, high)) = self.rate.and_then(Rate::interval) {
                    line class="whisker" x1=(place(low)) x2=(place(high)) y1="12" y2="12" {}
                    line class="whisker" x1=(place(low)) x2=(place(low)) y1="8" y2="16" {}
                    line class="whisker" x1=(place(high)) x2=(place(high)) y1="8" y2="16" {}
                }
                @if let Some(percent) = self.published.and_then(Rate::percent) {
                    line class="in-paper" x1=(place(percent)) x2=(place(percent)) y1="2" y2="22" {}
                }
            }
        }
    }
}

/// The scale below bars.
pub(super) fn axis() -> Markup {
    html! {
        div class="bar-row axis" aria-hidden="true" {
            div class="bar-label" {}
            div class="ticks" {
                @for percent in ["0 %", "25 %", "50 %", "75 %", "100 %"] { span { (percent) } }
            }
            div class="bar-value" {}
        }
    }
}

/// Where each part of a stacked bar starts, and its length.
pub(super) fn stacked(counts: impl Iterator<Item = u64>) -> Vec<(u64, u64)> {
    let mut start = 0;
    counts
        .map(|n| {
            start += n;
            (start - n, n)
        })
        .collect()
}

/// A place on the scale; hundredths of a percent are less than a pixel.
pub(super) fn place(percent: f64) -> String {
    let place = format!("{percent:.2}");
    place.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_no_digits_it_does_not_need() {
        assert_eq!(place(100.0), "100");
        assert_eq!(place(0.0), "0");
        assert_eq!(place(33.333_333), "33.33");
        assert_eq!(place(12.5), "12.5");
    }
}
