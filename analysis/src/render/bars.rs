//! The standings of techniques as bars of text.

use super::numbers::{MISSING, show_interval, show_percent, show_share};
use super::pen::Pen;
use crate::Rate;
use crate::roles::{Role, about};
use crate::standings::{Standing, Standings};

/// How many letters the longest bar has.
const LENGTH: usize = 30;

/// A heading, and a line per technique: a bar, the share, its counts and its interval.
pub(super) fn bars(standings: &Standings, pen: Pen) -> Vec<String> {
    let rows: Vec<[String; 5]> = standings.rows.iter().map(row).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3), width(4)];
    let mut lines = vec![pen.bold(&format!("Mutants killed, {}", standings.subject))];
    for (row, standing) in rows.iter().zip(&standings.rows) {
        let [label, bar, percent, share, interval] = row;
        let line = format!(
            "  {label:<0$}  {bar:<1$}  {percent:>2$}  {share:>3$}  {interval:>4$}",
            widths[0], widths[1], widths[2], widths[3], widths[4]
        );
        lines.push(match standing.role {
            Role::Ranked => line,
            _ => pen.dim(&line),
        });
    }
    lines
}

fn row(standing: &Standing) -> [String; 5] {
    let label = match role_word(standing.role) {
        Some(word) => format!("{} ({word})", standing.technique),
        None => standing.technique.clone(),
    };
    let numbers = match standing.rate {
        Some(rate) => [
            bar(rate),
            show_percent(rate),
            show_share(rate),
            show_interval(rate),
        ],
        None => ["", MISSING, "", ""].map(str::to_owned),
    };
    let [bar, percent, share, interval] = numbers;
    [label, bar, percent, share, interval]
}

/// Full blocks for the share, light ones for the rest; anything at all is at least one.
fn bar(rate: Rate) -> String {
    let share = rate.percent().unwrap_or(0.0) / 100.0;
    let n_full = (share * LENGTH as f64).round() as usize;
    let n_full = n_full.clamp(usize::from(rate.n > 0), LENGTH);
    "█".repeat(n_full) + &"░".repeat(LENGTH - n_full)
}

fn role_word(role: Role) -> Option<&'static str> {
    match role {
        Role::Ranked => None,
        Role::Ceiling => Some("ceiling"),
        Role::Floor => Some("floor"),
        Role::Apart => Some("apart"),
    }
}

/// What the techniques do and what the numbers beside the bars are, in a few sentences.
pub(super) fn legend(standings: &Standings) -> String {
    let techniques = standings.rows.iter();
    let told = techniques.filter_map(|standing| {
        let technique = standing.technique.as_str();
        Some(format!("{technique} {}", about(technique)?))
    });
    let told: Vec<String> = told.collect();
    format!(
        "What they do: {}. The last column is the 95 % interval: intervals made so hold the true rate \
         19 times in 20, as far as mutants are independent.",
        told.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_bar(n: u64, of: u64, n_full: usize) {
        let bar = bar(Rate { n, of });
        assert_eq!(bar.chars().filter(|letter| *letter == '█').count(), n_full);
        assert_eq!(bar.chars().count(), LENGTH);
    }

    #[test]
    fn a_bar_is_as_long_as_its_share_and_nothing_is_nothing() {
        check_bar(0, 400, 0);
        check_bar(1, 400, 1);
        check_bar(200, 400, 15);
        check_bar(400, 400, 30);
        check_bar(0, 0, 0);
    }
}
