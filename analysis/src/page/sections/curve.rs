//! How many properties are enough.

use maud::{Markup, html};

use super::{Material, Section};
use crate::page::bars::place;
use crate::{Cell, Rate, Table};

pub(super) const CURVE: Section = Section {
    id: "curve",
    short: "How many",
    title: "How many properties are enough?",
    body,
};

/// The drawing, in its own units: a plot with room for labels at the left, below and at the right.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 38.0;

/// How far labels must be from each other.
const LABEL: f64 = 13.0;

/// At most this many marks on the lower scale.
const N_MARKS: usize = 12;

fn body(material: &Material<'_>) -> Option<Markup> {
    let curves: Vec<Curve<'_>> = material
        .tables("curve")
        .filter_map(|table| Curve::of(material, table))
        .collect();
    if curves.is_empty() {
        return None;
    }
    Some(html! {
        p class="lead" {
            "The mutants that this many properties kill on average, when they are picked at random from those of the technique. "
            "It is exact over all choices. Where the line is flat, further properties of this kind add little. "
            "Dashed lines are what the ranked techniques kill with all they have."
        }
        div class="small-multiples" { @for curve in &curves { (curve.chart()) } }
    })
}

/// The expected kills of no property, of one, of two, and so on.
struct Curve<'a> {
    subject: &'a str,
    title: &'a str,
    n_mutants: u64,
    expected: Vec<f64>,
    /// What the ranked techniques killed, to compare with.
    levels: Vec<(&'a str, Rate)>,
}

impl<'a> Curve<'a> {
    /// The curve of a table with the columns `properties` and `expected`; `None` where no ranked
    /// technique judged a counted mutant of the subject.
    fn of(material: &'a Material<'_>, table: &'a Table) -> Option<Self> {
        let subject = table.subject.as_deref()?;
        let mut standings = material.standings.iter();
        let standings = standings.find(|standings| standings.subject == subject)?;
        let levels = standings.ranking();
        let expected = table.rows.iter().filter_map(|row| match row.get(1) {
            Some(Cell::Number { value, .. }) => Some(*value),
            _ => None,
        });
        Some(Self {
            subject,
            title: &table.title,
            n_mutants: levels.iter().map(|(_, rate)| rate.of).max()?,
            expected: [0.0].into_iter().chain(expected).collect(),
            levels,
        })
    }

    fn n_properties(&self) -> usize {
        self.expected.len() - 1
    }

    fn x(&self, n_properties: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * n_properties as f64 / self.n_properties() as f64
    }

    fn y(&self, n_killed: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * n_killed / self.n_mutants.max(1) as f64
    }

    fn chart(&self) -> Markup {
        let n = self.n_properties();
        let points = || self.expected.iter().enumerate();
        let line: Vec<String> = points()
            .map(|(k, kills)| format!("{},{}", place(self.x(k)), place(self.y(*kills))))
            .collect();
        let step = n.div_ceil(N_MARKS);
        let (first, last) = (self.expected[1], self.expected[n]);
        let levels: Vec<f64> = self
            .levels
            .iter()
            .map(|(_, rate)| self.y(rate.n as f64))
            .collect();
        html! {
            figure class="card chart curve" {
                figcaption {
                    h3 { (self.subject) ": " (self.title) }
                    p class="quiet" {
                        "One property kills " (format!("{first:.1}")) " of " (self.n_mutants)
                        " mutants on average, all " (n) " together " (format!("{last:.0}")) "."
                    }
                }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img"
                    aria-label={ "Expected kills of one to " (n) " properties of " (self.subject) } {
                    @for percent in [0, 25, 50, 75, 100] {
                        @let y = place(self.y(self.n_mutants as f64 * f64::from(percent) / 100.0));
                        line class="grid" x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                        text class="tick" x=(LEFT - 6.0) y=(y) dy="3.5" text-anchor="end" { (percent) " %" }
                    }
                    @for k in (0..=n).step_by(step) {
                        text class="tick" x=(place(self.x(k))) y=(HEIGHT - BOTTOM + 16.0) text-anchor="middle" { (k) }
                    }
                    text class="tick" x=(WIDTH - RIGHT) y=(HEIGHT - 6.0) text-anchor="end" { "properties" }
                    @for ((technique, rate), at) in self.levels.iter().zip(spread(&levels)) {
                        @let y = place(self.y(rate.n as f64));
                        line class="level" x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y) y2=(y) {}
                        text class="tick" x=(WIDTH - RIGHT + 6.0) y=(place(at)) dy="3.5" { (technique) }
                    }
                    polyline class="expected" points=(line.join(" ")) {}
                    @for (k, kills) in points().skip(1) {
                        circle class="expected" cx=(place(self.x(k))) cy=(place(self.y(*kills))) r="3.5" {
                            title { (k) (if k == 1 { " property: " } else { " properties: " }) (format!("{kills:.1}")) " mutants" }
                        }
                    }
                }
            }
        }
    }
}

/// The heights of labels for these heights of lines, which come from the top down: near each line, but
/// none over another, and all in the plot if it has the room.
fn spread(lines: &[f64]) -> Vec<f64> {
    let mut labels = lines.to_vec();
    for place in 1..labels.len() {
        labels[place] = labels[place].max(labels[place - 1] + LABEL);
    }
    let mut lowest = HEIGHT - BOTTOM;
    for label in labels.iter_mut().rev() {
        *label = label.min(lowest);
        lowest = *label - LABEL;
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_near_their_lines_and_never_over_each_other() {
        assert_eq!(spread(&[]), [0.0; 0]);
        assert_eq!(spread(&[20.0, 60.0]), [20.0, 60.0]);
        assert_eq!(spread(&[90.0, 95.0, 97.0]), [90.0, 103.0, 116.0]);
        // The plot ends at 182.
        assert_eq!(spread(&[150.0, 181.0, 182.0]), [150.0, 169.0, 182.0]);
    }
}
