//! Findings for people and for programs.

use std::fmt::Write as _;

use killrate_mt::{Finding, Found};
use serde_json::json;

use super::setup::Given;
use super::{Options, chains, counts, replay};
use crate::csv::cell;

/// What a sweep over seeds or files has found: a line for each finding that needs a look, and
/// counts.
pub(super) fn sweep(
    is_coloured: bool,
    options: &Options,
    given: &Given,
    findings: &[Finding],
) -> String {
    let telling: Vec<Finding> = findings
        .iter()
        .filter(|finding| !matches!(finding.found, Found::Holds | Found::NotApplicable { .. }))
        .cloned()
        .collect();
    let lines = lines(is_coloured, options, given, &telling, true);
    let counts = counts::in_text(findings);
    format!("{lines}{counts}{}\n", count(findings))
}

/// A line for each finding, more for what needs a look, and a count at the end.
pub(super) fn text(
    is_coloured: bool,
    options: &Options,
    given: &Given,
    findings: &[Finding],
) -> String {
    let lines = lines(is_coloured, options, given, findings, false);
    format!("{lines}{}\n", count(findings))
}

/// The seed stands beside the data set where there are many of them.
fn lines(
    is_coloured: bool,
    options: &Options,
    given: &Given,
    findings: &[Finding],
    has_seeds: bool,
) -> String {
    let place = |finding: &Finding| match finding.seed.filter(|_| has_seeds) {
        Some(seed) => format!("{}, seed {seed}", finding.data_set),
        None => finding.data_set.to_string(),
    };
    let width = |name: fn(&Finding) -> &str| {
        let lengths = findings.iter().map(|finding| name(finding).chars().count());
        lengths.max().unwrap_or_default()
    };
    let property_width = width(|finding| finding.property.as_str());
    let places = findings
        .iter()
        .map(|finding| place(finding).chars().count());
    let data_width = places.max().unwrap_or_default();
    let found_width = width(|finding| finding.found.name());
    let mut text = String::new();
    for finding in findings {
        let name = painted(is_coloured, &finding.found, found_width);
        let line = format!(
            "{:<property_width$}  {:<data_width$}  {name}  {}",
            finding.property.as_str(),
            place(finding),
            detail(finding)
        );
        let _ = writeln!(text, "{}", line.trim_end());
        text.push_str(&chains::text(finding));
        if let Some(kept) = &finding.kept {
            let _ = writeln!(text, "  runs    {}", kept.display());
            let _ = writeln!(
                text,
                "  replay  {}",
                replay::command(options, given, finding)
            );
        }
    }
    text
}

/// The evidence or the reason; of two programs, how many lines differ, too.
fn detail(finding: &Finding) -> String {
    let detail = finding.found.detail().unwrap_or_default();
    match finding.differing {
        Some(lines) => {
            let differ = format!(
                "{} of {} lines differ between the programs",
                lines.n_differing, lines.n_lines
            );
            let parts = [detail, &differ];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join("; ")
        }
        None => detail.to_owned(),
    }
}

/// The findings as CSV.
pub(super) fn csv(options: &Options, given: &Given, findings: &[Finding]) -> String {
    if options.chains.are_asked_for() {
        return chains::csv(options, given, findings);
    }
    let mut csv =
        "property,data-set,seed,outcome,detail,kept,replay,differing-lines,lines\n".to_owned();
    for finding in findings {
        let lines = finding.differing;
        let seed = finding.seed.map(|seed| seed.to_string());
        let kept = finding.kept.as_ref().map(|path| path.display().to_string());
        let fields = [
            cell(finding.property.as_str()),
            cell(finding.data_set.as_str()),
            seed.unwrap_or_default(),
            cell(finding.found.name()),
            cell(finding.found.detail().unwrap_or_default()),
            cell(&kept.unwrap_or_default()),
            cell(&replay::command(options, given, finding)),
            lines.map_or_else(String::new, |lines| lines.n_differing.to_string()),
            lines.map_or_else(String::new, |lines| lines.n_lines.to_string()),
        ];
        let _ = writeln!(csv, "{}", fields.join(","));
    }
    csv
}

/// The findings as a JSON array.
pub(super) fn json(
    options: &Options,
    given: &Given,
    findings: &[Finding],
) -> anyhow::Result<String> {
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
                "differing-lines": finding.differing.map(|lines| lines.n_differing),
                "lines": finding.differing.map(|lines| lines.n_lines),
                "replay": replay::command(options, given, finding),
                "sequence": chains::failing(finding),
                "depths": chains::json(finding),
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}

/// The name of what was found, as wide as all names, in colour where that is wanted.
fn painted(is_coloured: bool, found: &Found, width: usize) -> String {
    let name = format!("{:<width$}", found.name());
    let color = match found {
        Found::Holds => "32",
        Found::HoldsByTolerance | Found::Unsound { .. } | Found::Inconclusive { .. } => "33",
        Found::Violated { .. } => "31",
        Found::NotApplicable { .. } => "2",
    };
    if is_coloured {
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
        "unsound",
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
