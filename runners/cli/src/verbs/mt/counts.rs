//! How often each property holds, over seeds and data sets.

use std::fmt::Write as _;

use killrate_mt::{Differing, Finding, Found};
use serde_json::json;

use crate::arguments::ListFormat;

/// The findings of one property, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Counts {
    holds: u64,
    by_tolerance: u64,
    violated: u64,
    not_applicable: u64,
    inconclusive: u64,
    /// Those that hold for the program and not for a placebo.
    unsound: u64,
    /// Of two programs' outputs, where such were compared.
    differing: Option<Differing>,
}

impl Counts {
    fn add(&mut self, finding: &Finding) {
        *match finding.found {
            Found::Holds => &mut self.holds,
            Found::HoldsByTolerance => &mut self.by_tolerance,
            Found::Unsound { .. } => &mut self.unsound,
            Found::Violated { .. } => &mut self.violated,
            Found::NotApplicable { .. } => &mut self.not_applicable,
            Found::Inconclusive { .. } => &mut self.inconclusive,
        } += 1;
        if let Some(more) = finding.differing {
            let sum = self.differing.get_or_insert_default();
            sum.n_differing += more.n_differing;
            sum.n_lines += more.n_lines;
        }
    }

    /// Those that outputs were compared for.
    fn judged(&self) -> u64 {
        self.holds + self.by_tolerance + self.violated + self.unsound
    }

    fn tested(&self) -> u64 {
        self.judged() + self.not_applicable + self.inconclusive
    }
}

/// The counts of every property, in the order of the findings.
fn by_property(findings: &[Finding]) -> Vec<(&str, Counts)> {
    let mut rows: Vec<(&str, Counts)> = Vec::new();
    for finding in findings {
        let name = finding.property.as_str();
        let place = rows.iter().position(|(known, _)| *known == name);
        let place = place.unwrap_or_else(|| {
            rows.push((name, Counts::default()));
            rows.len() - 1
        });
        rows[place].1.add(finding);
    }
    rows
}

/// The table in a format.
pub(super) fn table(format: ListFormat, findings: &[Finding]) -> anyhow::Result<String> {
    let rows = by_property(findings);
    Ok(match format {
        ListFormat::Text => text(&rows),
        ListFormat::Csv => csv(&rows),
        ListFormat::Json => json(&rows)?,
    })
}

/// The counts as people read them.
pub(super) fn in_text(findings: &[Finding]) -> String {
    text(&by_property(findings))
}

/// Every number with what it is out of: of what was judged what it was judged to be, of what was
/// tested what could not be judged.
fn text(rows: &[(&str, Counts)]) -> String {
    let is_compared = rows.iter().any(|(_, counts)| counts.differing.is_some());
    let mut header = vec![
        "property",
        "judged",
        "holds",
        "by tolerance",
        "violated",
        "not applicable",
        "inconclusive",
    ];
    // Most programs have no placebos, and need no column for them.
    let is_unsound = rows.iter().any(|(_, counts)| counts.unsound > 0);
    if is_unsound {
        header.push("unsound");
    }
    if is_compared {
        header.push("lines that differ");
    }
    let mut cells: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
    for (name, counts) in rows {
        let (judged, tested) = (counts.judged(), counts.tested());
        let of = |part: u64, all: u64| format!("{part}/{all}");
        let mut row = vec![
            (*name).to_owned(),
            of(judged, tested),
            of(counts.holds, judged),
            of(counts.by_tolerance, judged),
            of(counts.violated, judged),
            of(counts.not_applicable, tested),
            of(counts.inconclusive, tested),
        ];
        if is_unsound {
            row.push(of(counts.unsound, judged));
        }
        if is_compared {
            let lines = counts.differing;
            row.push(lines.map_or_else(
                || "-".to_owned(),
                |lines| of(lines.n_differing, lines.n_lines),
            ));
        }
        cells.push(row);
    }
    aligned(&cells)
}

/// Rows whose cells stand below each other.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let n_columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            let lengths = rows.iter().map(|row| row[column].chars().count());
            lengths.max().unwrap_or_default()
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let padded = row.iter().zip(&widths);
        let padded: Vec<String> = padded
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        let _ = writeln!(text, "{}", padded.join("  ").trim_end());
    }
    text
}

fn csv(rows: &[(&str, Counts)]) -> String {
    let mut csv = "property,tested,judged,holds,holds-by-tolerance,violated,not-applicable,inconclusive,differing-lines,lines,unsound\n".to_owned();
    for (name, counts) in rows {
        let lines = counts.differing.map_or_else(
            || ",".to_owned(),
            |lines| format!("{},{}", lines.n_differing, lines.n_lines),
        );
        let _ = writeln!(
            csv,
            "{name},{},{},{},{},{},{},{},{lines},{}",
            counts.tested(),
            counts.judged(),
            counts.holds,
            counts.by_tolerance,
            counts.violated,
            counts.not_applicable,
            counts.inconclusive,
            counts.unsound,
        );
    }
    csv
}

fn json(rows: &[(&str, Counts)]) -> anyhow::Result<String> {
    let rows: Vec<_> = rows
        .iter()
        .map(|(name, counts)| {
            json!({
                "property": name,
                "tested": counts.tested(),
                "judged": counts.judged(),
                "holds": counts.holds,
                "holds-by-tolerance": counts.by_tolerance,
                "violated": counts.violated,
                "not-applicable": counts.not_applicable,
                "inconclusive": counts.inconclusive,
                "differing-lines": counts.differing.map(|lines| lines.n_differing),
                "lines": counts.differing.map(|lines| lines.n_lines),
                "unsound": counts.unsound,
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}
