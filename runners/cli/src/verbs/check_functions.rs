//! `killrate check-functions`.

use std::process::ExitCode;

use clap::Args;
use killrate_model::{CheckTally, Checking};
use killrate_study::{CheckedFunctions, check_functions};

use crate::arguments::Threads;
use crate::console::Console;
use crate::exit::{Invalid, UNSOUND};
use crate::surroundings::Workshop;

/// Test the properties of a subject's functions while its original runs.
///
/// The properties stand behind `@meta` in the doc comments of functions, and in `subjects/NAME.checks`
/// beside the subject's folder. Every data set that a study runs the subject on is run once with all
/// of them tested and once without anything woven in, and both runs must show the same. An alarm on
/// the original means that the property is wrong, or the program is.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The subject, as `killrate list subjects` names it.
    subject: String,
    /// Test every how many calls of a function.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// The share of these calls that is tested, chosen by the seed.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = parse_share)]
    probability: f64,
    /// How many calls of a function are tested at most.
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// The seed of everything random in tests.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Run all tests in copies of the process, whatever their properties say.
    #[arg(long)]
    fork: bool,
    #[command(flatten)]
    threads: Threads,
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    let is_share = |share: &f64| (0.0..=1.0).contains(share);
    let problem = || "it is no number from 0 to 1".to_owned();
    share.filter(is_share).ok_or_else(problem)
}

/// Tests the properties of a subject's functions.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let checking = Checking {
        every: options.every,
        // A share of a million is a whole number that fits.
        per_million: (options.probability * 1e6).round() as u32,
        budget: options.budget,
        seed: options.seed,
        forks: options.fork,
    };
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let found = workshop.with(|surroundings| {
        check_functions(&catalogue, &options.subject, checking, surroundings)
    })?;
    if found.properties.is_empty() {
        let problem = format!(
            "no function of `{}` has a property; write one behind `@meta` in its doc comment or in \
             `subjects/{}.checks`",
            options.subject, options.subject
        );
        return Err(Invalid(problem).into());
    }
    console.print(&text(&found));
    Ok(if is_sound(&found) {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(UNSOUND)
    })
}

fn is_sound(found: &CheckedFunctions) -> bool {
    found.runs.iter().all(|run| {
        let tallies = run.tallies.as_deref();
        run.shows_same && tallies.is_some_and(|tallies| tallies.iter().all(|t| t.n_alarms == 0))
    })
}

/// A line for each property, then what went wrong.
fn text(found: &CheckedFunctions) -> String {
    let mut text = String::new();
    for property in &found.properties {
        let tallies: Vec<&CheckTally> = (found.runs.iter())
            .flat_map(|run| run.tallies.iter().flatten())
            .filter(|tally| tally.name.as_str() == property.name)
            .collect();
        let sum = |count: fn(&CheckTally) -> u64| tallies.iter().map(|tally| count(tally)).sum();
        let [n_calls, n_tests, n_alarms, n_inconclusive]: [u64; 4] = [
            sum(|tally| tally.n_calls),
            sum(|tally| tally.n_tests),
            sum(|tally| tally.n_alarms),
            sum(|tally| tally.n_inconclusive),
        ];
        text.push_str(&format!(
            "{}: {n_alarms} alarms, {n_inconclusive} inconclusive, {n_tests} tests in {n_calls} \
             calls of {} on {} of {} data sets ({}, {})\n    {}\n",
            property.name,
            property.function,
            tallies.len(),
            found.runs.len(),
            property.sandbox,
            property.order,
            property.text,
        ));
    }
    for run in &found.runs {
        let data_set = &run.data_set;
        for tally in run.tallies.iter().flatten() {
            if tally.n_alarms > 0 || tally.n_inconclusive > 0 {
                text.push_str(&format!("{} on {data_set}: {}\n", tally.name, tally.detail));
            }
        }
        if run.tallies.is_none() {
            text.push_str(&format!(
                "on {data_set} the program did not live to tell, not even with all tests in copies: {}\n",
                run.exit
            ));
        } else if !run.shows_same {
            text.push_str(&format!(
                "on {data_set} the program does not show the same with checks as without\n"
            ));
        }
    }
    text
}
