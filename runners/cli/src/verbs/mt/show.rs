//! Findings for people and for programs.

use std::fmt::Write as _;

use killrate_mt::{Finding, Found};
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
    let found_width = width(|finding| finding.found.name());
    let mut text = String::new();
    for finding in findings {
        let name = painted(console, &finding.found, found_width);
        let line = format!(
            "{:<property_width$}  {:<data_width$}  {name}  {}",
            finding.property.as_str(),
            finding.data_set.as_str(),
            finding.found.detail().unwrap_or_default()
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
            quote(finding.found.name()),
            quote(finding.found.detail().unwrap_or_default()),
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
                "outcome": finding.found.name(),
                "detail": finding.found.detail(),
                "kept": finding.kept,
                "replay": replay::command(options, finding),
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}

/// The name of what was found, as wide as all names, in colour where that is wanted.
fn painted(console: &Console, found: &Found, width: usize) -> String {
    let name = format!("{:<width$}", found.name());
    let color = match found {
        Found::Holds => "32",
        Found::HoldsByTolerance | Found::Inconclusive { .. } => "33",
        Found::Violated { .. } => "31",
        Found::NotApplicable { .. } => "2",
    };
    if console.has_color {
        format!("\u{1b}[{color}m{name}\u{1b}[0m")
    } else {
        name
    }
}

/// How many findings there are of each kind.
fn count(findings: &[Finding]) -> String {
    let mut counts = Vec::new();
    for name in [
        "holds",
        "holds by tolerance",
        "violated",
        "not applicable",
        "inconclusive",
    ] {
        let n_findings = findings.iter().filter(|f| f.found.name() == name).count();
        if n_findings > 0 {
            counts.push(format!("{n_findings} {name}"));
        }
    }
    format!("{} tested: {}", findings.len(), counts.join(", "))
}
