//! Findings for people and for programs.

use std::fmt::Write as _;

use killrate_mt::{Finding, Outcome};
use serde_json::json;

use super::{Options, replay};
use crate::console::Console;

/// A line for each finding, more for what needs a look, and a count at the end.
pub(super) fn text(console: &Console, options: &Options, findings: &[Finding]) -> String {
    let width = |name: fn(&Finding) -> &str| {
        let lengths = findings.iter().map(|finding| name(finding).chars().count());
        lengths.max().unwrap_or_default()
    };
    let property_width = width(|finding| finding.property.as_str());
    let data_width = width(|finding| finding.data_set.as_str());
    let outcome_width = width(|finding| finding.outcome.name());
    let mut text = String::new();
    for finding in findings {
        let outcome = &finding.outcome;
        let name = painted(console, outcome, outcome_width);
        let line = format!(
            "{:<property_width$}  {:<data_width$}  {name}  {}",
            finding.property.as_str(),
            finding.data_set.as_str(),
            outcome.detail().unwrap_or_default()
        );
        let _ = writeln!(text, "{}", line.trim_end());
        if let Some(kept) = &finding.kept {
            let _ = writeln!(text, "  runs    {}", kept.display());
            let _ = writeln!(text, "  replay  {}", replay::command(options, finding));
        }
    }
    let _ = writeln!(text, "{}", count(findings));
    text
}

/// The findings as CSV.
pub(super) fn csv(options: &Options, findings: &[Finding]) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut csv = "property,data-set,seed,outcome,detail,kept,replay\n".to_owned();
    for finding in findings {
        let seed = finding.seed.map(|seed| seed.to_string());
        let kept = finding.kept.as_ref().map(|path| path.display().to_string());
        let fields = [
            quote(finding.property.as_str()),
            quote(finding.data_set.as_str()),
            seed.unwrap_or_default(),
            quote(finding.outcome.name()),
            quote(finding.outcome.detail().unwrap_or_default()),
            quote(&kept.unwrap_or_default()),
            quote(&replay::command(options, finding)),
        ];
        let _ = writeln!(csv, "{}", fields.join(","));
    }
    csv
}

/// The findings as a JSON array.
pub(super) fn json(options: &Options, findings: &[Finding]) -> anyhow::Result<String> {
    let rows: Vec<_> = findings
        .iter()
        .map(|finding| {
            json!({
                "property": finding.property.as_str(),
                "text": finding.text,
                "data-set": finding.data_set.as_str(),
                "seed": finding.seed,
                "outcome": finding.outcome.name(),
                "detail": finding.outcome.detail(),
                "kept": finding.kept,
                "replay": replay::command(options, finding),
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}

/// The name of an outcome, as wide as all names, in colour where that is wanted.
fn painted(console: &Console, outcome: &Outcome, width: usize) -> String {
    let name = format!("{:<width$}", outcome.name());
    let color = match outcome {
        Outcome::Holds => "32",
        Outcome::HoldsByTolerance | Outcome::Inconclusive { .. } => "33",
        Outcome::Violated { .. } => "31",
        Outcome::NotApplicable { .. } => "2",
    };
    match console.has_color {
        true => format!("\u{1b}[{color}m{name}\u{1b}[0m"),
        false => name,
    }
}

/// How many findings there are of each kind.
fn count(findings: &[Finding]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for kind in [
        "holds",
        "holds by tolerance",
        "violated",
        "not applicable",
        "inconclusive",
    ] {
        let n_findings = findings.iter().filter(|f| f.outcome.name() == kind).count();
        if n_findings > 0 {
            counts.push((kind, n_findings));
        }
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(kind, n)| format!("{n} {kind}"))
        .collect();
    format!("{} tested: {}", findings.len(), counts.join(", "))
}
