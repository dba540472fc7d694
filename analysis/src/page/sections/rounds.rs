//! How the score rises with the length of chains.

use maud::{Markup, html};

use super::{Material, Section};
use crate::page::bars::place;
use crate::tables::SCORE;
use crate::{Cell, Rate, Table};

pub(super) const ROUNDS: Section = Section {
    id: "rounds",
    short: "Chains",
    title: "What do chains of properties add?",
    body,
};

/// The drawing, in its own units: a plot with room for labels at the left and below.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 38.0;

/// How far a published point stands beside ours.
const ASIDE: f64 = 9.0;

fn body(material: &Material<'_>) -> Option<Markup> {
    let scores: Vec<Scores<'_>> = material.tables("rounds").filter_map(Scores::of).collect();
    if scores.is_empty() {
        return None;
    }
    Some(html! {
        p class="lead" {
            "In each further round every property is applied to the tests that the round before made, and each test is compared with the one that it was made of. "
            "Lines are 95 % intervals. Mutants that may be equivalent are left out of the denominator. "
            "The scale does not begin at zero."
        }
        div class="small-multiples" { @for scores in &scores { (scores.chart()) } }
    })
}

/// The scores of known cases, of one round, of two, and so on.
struct Scores<'a> {
    subject: &'a str,
    title: &'a str,
    points: Vec<Point<'a>>,
}

struct Point<'a> {
    method: &'a str,
    measured: Rate,
    published: Option<Rate>,
}

impl<'a> Scores<'a> {
    /// The scores of a table; `None` where there are none to draw.
    fn of(table: &'a Table) -> Option<Self> {
        let place = table.place(SCORE)?;
        let point = |row: &'a Vec<Cell>| match (row.first()?, row.get(place)?) {
            (
                Cell::Text(method),
                Cell::Rate {
                    measured: Some(measured),
                    published,
                },
            ) if measured.of > 0 => Some(Point {
                method,
                measured: *measured,
                published: *published,
            }),
            _ => None,
        };
        let points: Vec<Point<'_>> = table.rows.iter().filter_map(point).collect();
        (!points.is_empty()).then_some(Self {
            subject: table.subject.as_deref()?,
            title: &table.title,
            points,
        })
    }

    /// Where the scale begins, in percent: a multiple of five below everything that is drawn.
    fn lowest(&self) -> f64 {
        let lows = self.points.iter().flat_map(|point| {
            let low = point.measured.interval().map(|(low, _)| low);
            let published = point.published.and_then(Rate::percent);
            [low, published].into_iter().flatten()
        });
        let lowest = lows.fold(100.0, f64::min);
        ((lowest / 5.0).floor() * 5.0 - 5.0).max(0.0)
    }

    fn x(&self, index: usize) -> f64 {
        let n_steps = (self.points.len() - 1).max(1) as f64;
        let room = WIDTH - LEFT - RIGHT - 2.0 * ASIDE;
        LEFT + ASIDE + room * index as f64 / n_steps
    }

    fn y(&self, percent: f64) -> f64 {
        let lowest = self.lowest();
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (percent - lowest) / (100.0 - lowest)
    }

    fn chart(&self) -> Markup {
        let lowest = self.lowest();
        let marks: Vec<f64> = (0..=4)
            .map(|k| lowest + (100.0 - lowest) * f64::from(k) / 4.0)
            .collect();
        let has_published = self.points.iter().any(|point| point.published.is_some());
        let last = self
            .points
            .last()
            .expect("nothing is drawn without a point");
        html! {
            figure class="card chart curve rounds" {
                figcaption {
                    h3 { (self.subject) ": " (self.title) }
                    p class="quiet" {
                        (last.method) ": " (last.measured.n) " of " (last.measured.of) " mutants."
                        @if has_published { " Rings are the published scores." }
                    }
                }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img"
                    aria-label={ "Scores of known cases and of chains, round by round, of " (self.subject) } {
                    @for percent in marks {
                        @let y = place(self.y(percent));
                        line class="grid" x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                        text class="tick" x=(LEFT - 6.0) y=(y) dy="3.5" text-anchor="end" { (format!("{percent:.0}")) " %" }
                    }
                    @for (index, point) in self.points.iter().enumerate() {
                        @let x = self.x(index);
                        text class="tick" x=(place(x)) y=(HEIGHT - BOTTOM + 16.0) text-anchor="middle" { (point.method) }
                        @if let (Some(percent), Some((low, high))) = (point.measured.percent(), point.measured.interval()) {
                            line class="interval" x1=(place(x)) x2=(place(x)) y1=(place(self.y(low))) y2=(place(self.y(high))) {}
                            circle class="expected" cx=(place(x)) cy=(place(self.y(percent))) r="4" {
                                title { (point.method) ": " (format!("{percent:.2}")) " % (" (point.measured.n) " of " (point.measured.of) "; " (format!("{low:.2}")) " to " (format!("{high:.2}")) " %)" }
                            }
                        }
                        @if let Some(percent) = point.published.and_then(Rate::percent) {
                            circle class="published" cx=(place(x + ASIDE)) cy=(place(self.y(percent))) r="4" {
                                title { (point.method) ", published: " (format!("{percent:.2}")) " %" }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("rounds", "Kills of chains, all", "How?")
            .about("sum")
            .with_columns([("method", "method"), (SCORE, "score")]);
        let rate = |n| Rate { n, of: 100 };
        for (method, measured, published) in
            [("known cases", 86, Some(rate(89))), ("1 round", 99, None)]
        {
            table.rows.push(vec![
                Cell::text(method),
                Cell::Rate {
                    measured: Some(rate(measured)),
                    published,
                },
            ]);
        }
        table
    }

    #[test]
    fn the_picture_has_intervals_and_a_ring_where_a_paper_has_a_number() {
        let table = table();
        let scores = Scores::of(&table).unwrap();
        // The interval of 86 of 100 begins at 77.9 %.
        assert_eq!(scores.lowest(), 70.0);
        let chart = scores.chart().into_string();
        assert_eq!(chart.matches("class=\"interval\"").count(), 2);
        assert_eq!(chart.matches("class=\"published\"").count(), 1);
        assert!(chart.contains("known cases, published: 89.00 %"), "{chart}");
        assert!(chart.contains("1 round: 99.00 % (99 of 100; "), "{chart}");
    }

    #[test]
    fn a_table_without_scores_has_no_picture() {
        let empty = Table::new("rounds", "None", "How?").about("sum");
        assert!(Scores::of(&empty).is_none());
    }
}
