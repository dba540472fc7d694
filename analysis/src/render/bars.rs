//! The standings of techniques as bars of text.

use super::numbers::{MISSING, show_interval, show_percent, show_share};
use super::pen::Pen;
use crate::Rate;
use crate::columns::ALL_SUBJECTS;
use crate::roles::{Role, about};
use crate::standings::{Standing, Standings};

/// How many letters the longest bar has.
const LENGTH: usize = 30;

/// What stands over the numbers.
const HEADINGS: [&str; 5] = ["", "", "share", "killed", "95 % interval"];

/// A heading, and a line per technique: a bar, the share, its counts and its interval.
///
/// Those that are ranked come first, and the others below a line of their own.
pub(super) fn bars(standings: &Standings, pen: Pen) -> Vec<String> {
    let title = format!("Mutants killed, {}", standings.subject);
    let (ranked, others): (Vec<&Standing>, Vec<&Standing>) =
        (standings.rows.iter()).partition(|standing| standing.role == Role::Ranked);
    let mut rows = vec![HEADINGS.map(str::to_owned)];
    rows.extend(ranked.iter().chain(&others).map(|standing| row(standing)));
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    // The title stands over the names and the bars.
    let over_names = width(0).max((title.chars().count()).saturating_sub(LENGTH + 4));
    let widths = [over_names, LENGTH, width(2), width(3), width(4)];
    let line = |[label, bar, percent, share, interval]: &[String; 5]| {
        format!(
            "  {label:<0$}  {bar:<1$}  {percent:>2$}  {share:>3$}  {interval:>4$}",
            widths[0], widths[1], widths[2], widths[3], widths[4]
        )
    };
    let mut lines = rows.iter().map(line);
    let headings: String = lines
        .next()
        .unwrap_or_default()
        .chars()
        .skip(title.chars().count())
        .collect();
    let mut all = vec![format!("{}{}", pen.bold(&title), pen.dim(&headings))];
    all.extend(lines.by_ref().take(ranked.len()));
    if !others.is_empty() {
        all.push(pen.dim("  for comparison, not ranked:"));
    }
    all.extend(lines.map(|line| pen.dim(&line)));
    all
}

fn row(standing: &Standing) -> [String; 5] {
    let label = standing.technique.clone();
    let Some(rate) = standing.rate else {
        return [label, "".into(), MISSING.into(), "".into(), "".into()];
    };
    let interval = match standing.role {
        // What they find follows from which mutants count, and not from chance.
        Role::Ceiling | Role::Floor => String::new(),
        Role::Ranked | Role::Apart => show_interval(rate),
    };
    [
        label,
        bar(rate),
        show_percent(rate),
        show_share(rate),
        interval,
    ]
}

/// Full blocks for the share, light ones for the rest; anything at all is at least one.
fn bar(rate: Rate) -> String {
    let share = rate.percent().unwrap_or(0.0) / 100.0;
    let n_full = (share * LENGTH as f64).round() as usize;
    let n_full = n_full.clamp(usize::from(rate.n > 0), LENGTH);
    "█".repeat(n_full) + &"░".repeat(LENGTH - n_full)
}

/// What the numbers beside the bars are.
pub(super) fn numbers(all: &[&Standings]) -> String {
    let is_together = |standings: &&&Standings| standings.subject == ALL_SUBJECTS;
    let together = all.iter().find(is_together);
    let has_uncertainty = together.is_some_and(|standings| !standings.ranking().is_empty());
    format!(
        "The interval likely holds the rate among all mutants of this kind (95 % confidence). p is how often \
         chance would split the mutants so unevenly if both were equally good (exact McNemar test, \
         corrected for the number of pairs that are compared). Both take mutants to be killed independently of \
         each other, which those of one program are not quite{}.",
        if has_uncertainty {
            "; the table `uncertainty` has intervals that do not"
        } else {
            ""
        }
    )
}

/// What the techniques do, a sentence each.
pub(super) fn legend(all: &[&Standings]) -> Vec<String> {
    let mut told: Vec<(Role, &str)> = Vec::new();
    for standing in all.iter().flat_map(|standings| &standings.rows) {
        let one = (standing.role, standing.technique.as_str());
        if !told.contains(&one) {
            told.push(one);
        }
    }
    told.sort_by_key(|(role, _)| *role);
    told.into_iter()
        .filter_map(|(role, technique)| {
            let about = about(technique)?;
            let place = match role {
                Role::Ranked => "",
                Role::Ceiling => ": the most that can be found on these data",
                Role::Floor => ": the least that can be found",
                Role::Apart => " (not ranked)",
            };
            Some(format!("{technique} {about}{place}."))
        })
        .collect()
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
