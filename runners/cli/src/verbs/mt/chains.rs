//! Chains of properties: asked for by options, and what trying them came to.

use std::fmt::Write as _;
use std::num::NonZeroU64;

use clap::Args;
use killrate_mt::{Finding, MtError, Spec};
use killrate_techniques::{Chaining, Counting, Depth, Until};
use serde_json::{Value, json};

use super::counts::aligned;
use super::replay;
use super::setup::Given;
use crate::csv::cell;

/// Which chains of properties to try in place of each property alone.
#[derive(Debug, Args)]
pub(super) struct Chains {
    /// Try chains of up to so many properties, each applied to what the one before made, and stop at
    /// the first that fails; 1 to 10.
    #[arg(long, value_name = "N", conflicts_with = "sequence")]
    pub(super) rounds: Option<u32>,
    /// Try one chain, such as `transpose, scale-a`.
    #[arg(long, value_name = "PROPERTIES")]
    pub(super) sequence: Option<String>,
    /// With chains: count tests whose content a shorter chain has led to, too.
    #[arg(long)]
    pub(super) repeats: bool,
    /// With chains: go on after a failure, so that failures are counted.
    #[arg(long)]
    pub(super) count_all: bool,
    /// With --rounds: the most tests of one length on one data set, 1000 when left out; of more a sample
    /// is drawn.
    #[arg(long, value_name = "N", requires = "rounds")]
    pub(super) cap: Option<NonZeroU64>,
}

impl Chains {
    /// Whether any are asked for.
    pub(super) fn are_asked_for(&self) -> bool {
        self.rounds.is_some() || self.sequence.is_some()
    }

    /// Whether something is said of chains, and none are asked for.
    pub(super) fn are_missing(&self) -> bool {
        (self.repeats || self.count_all) && !self.are_asked_for()
    }

    /// Has the spec try what is asked for.
    pub(super) fn apply(&self, spec: &mut Spec) -> Result<(), MtError> {
        let chaining = match (self.rounds, &self.sequence) {
            (Some(rounds), _) => Chaining::rounds(rounds)?,
            (None, Some(sequence)) => Chaining::sequence(sequence, spec.properties.keys())?,
            (None, None) => return Ok(()),
        };
        let chaining = match self.repeats {
            true => chaining.counting(Counting::Repeated),
            false => chaining,
        };
        let chaining = match self.count_all {
            true => chaining.until(Until::End),
            false => chaining,
        };
        spec.chain(&match self.cap {
            Some(cap) => chaining.capped(cap),
            None => chaining,
        })
    }
}

/// The chain of a finding that fails, as it is typed.
pub(super) fn failing(finding: &Finding) -> Option<String> {
    let failing = finding.explored.as_ref()?.failing.as_ref()?;
    let names: Vec<&str> = failing.sequence.iter().map(|name| name.as_str()).collect();
    Some(names.join(", "))
}

/// A heading, and the number of a depth that stands below it.
type Count = (&'static str, fn(&Depth) -> u64);

const COUNTS: [Count; 8] = [
    ("candidates", |depth| depth.n_candidates),
    ("left out", |depth| depth.n_left_out),
    ("infeasible", |depth| depth.n_infeasible),
    ("repeated", |depth| depth.n_repeated),
    ("tests", |depth| depth.n_tests),
    ("unanswered", |depth| depth.n_unanswered),
    ("violated", |depth| depth.n_violated),
    ("failed", |depth| depth.n_failed),
];

/// The tests of each depth below a finding, and what was left out.
pub(super) fn text(finding: &Finding) -> String {
    let Some(explored) = &finding.explored else {
        return String::new();
    };
    let header = ["depth"].into_iter().chain(COUNTS.map(|(name, _)| name));
    let mut rows: Vec<Vec<String>> = vec![header.map(str::to_owned).collect()];
    for depth in &explored.depths {
        let counts = COUNTS.iter().map(|(_, count)| count(depth).to_string());
        rows.push(
            [depth.depth.to_string()]
                .into_iter()
                .chain(counts)
                .collect(),
        );
    }
    let mut text = String::new();
    for line in aligned(&rows).lines() {
        let _ = writeln!(text, "  {line}");
    }
    let left_out: u64 = explored.depths.iter().map(|depth| depth.n_left_out).sum();
    if left_out > 0 {
        let _ = writeln!(
            text,
            "  {left_out} candidates were left out by a seeded draw; `--cap` takes more"
        );
    }
    let failing = explored.depths.iter().flat_map(|depth| &depth.failing);
    for sequence in failing {
        let _ = writeln!(text, "  fails   {sequence}");
    }
    text
}

/// A row for every depth of every finding, as CSV.
pub(super) fn csv(options: &super::Options, given: &Given, findings: &[Finding]) -> String {
    let counts: Vec<String> = COUNTS.map(|(name, _)| name.replace(' ', "-")).into();
    let mut csv = format!(
        "property,data-set,seed,outcome,detail,sequence,depth,{},failing,kept,replay\n",
        counts.join(",")
    );
    for finding in findings {
        let depths = finding
            .explored
            .iter()
            .flat_map(|explored| &explored.depths);
        for depth in depths {
            let counts = COUNTS.iter().map(|(_, count)| count(depth).to_string());
            let kept = finding.kept.as_ref().map(|path| path.display().to_string());
            let fields: Vec<String> = [
                cell(finding.property.as_str()),
                cell(finding.data_set.as_str()),
                finding
                    .seed
                    .map_or_else(String::new, |seed| seed.to_string()),
                cell(finding.found.name()),
                cell(finding.found.detail().unwrap_or_default()),
                cell(&failing(finding).unwrap_or_default()),
                depth.depth.to_string(),
            ]
            .into_iter()
            .chain(counts)
            .chain([
                cell(&depth.failing.join("; ")),
                cell(&kept.unwrap_or_default()),
                cell(&replay::command(options, given, finding)),
            ])
            .collect();
            let _ = writeln!(csv, "{}", fields.join(","));
        }
    }
    csv
}

/// The tests of each depth as JSON; `null` where no chains were tried.
pub(super) fn json(finding: &Finding) -> Value {
    let depths = finding.explored.as_ref().map(|explored| {
        let depth = |depth: &Depth| {
            let mut row = json!({ "depth": depth.depth, "failing": depth.failing });
            for (name, count) in COUNTS {
                row[name.replace(' ', "-")] = json!(count(depth));
            }
            row
        };
        explored.depths.iter().map(depth).collect::<Vec<_>>()
    });
    json!(depths)
}
