//! `killrate invariants`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use killrate_invariants::{Trace, write_decls, write_dtrace};
use killrate_study::{LearnedInvariants, learn_invariants, trace_subject};
use serde_json::json;

use crate::arguments::{ListFormat, Threads};
use crate::console::Console;
use crate::csv::cell;
use crate::exit::Invalid;
use crate::surroundings::Workshop;

/// List the invariants that are learned of a subject's functions.
///
/// Traces the original on all data sets that studies run it on, infers likely invariants, drops those
/// that do not hold on permuted and resampled data, and measures false alarms on further such data.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The subject, as `killrate list subjects` names it.
    subject: String,
    /// Only invariants whose id contains this text, such as a file, a function or a template.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Write the traces for Daikon into this folder instead: one `.decls` and, for each data set, one
    /// `.dtrace`, version 2.
    #[arg(long, value_name = "FOLDER")]
    daikon: Option<PathBuf>,
    /// How to print the list.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    #[command(flatten)]
    threads: Threads,
}

/// Lists the invariants of a subject.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let subject = &options.subject;
    if let Some(folder) = &options.daikon {
        let traces =
            workshop.with(|surroundings| trace_subject(&catalogue, subject, surroundings))?;
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create `{}`", folder.display()))?;
        let write = |name: String, text: String| {
            // Names of subjects and data sets may be paths, such as `crates/libm`; the files are not.
            let path = folder.join(name.replace('/', "-"));
            std::fs::write(&path, text)
                .with_context(|| format!("cannot write `{}`", path.display()))
        };
        let traces: Vec<_> = traces
            .iter()
            .filter_map(|(name, bytes)| Some((name, Trace::parse(bytes.bytes())?)))
            .collect();
        write(
            format!("{subject}.decls"),
            write_decls(traces.iter().map(|(_, trace)| trace)),
        )?;
        for (name, trace) in &traces {
            write(format!("{name}.dtrace"), write_dtrace(trace))?;
        }
        console.print(&format!("{} traces\n", traces.len()));
        return Ok(ExitCode::SUCCESS);
    }
    let mut learned =
        workshop.with(|surroundings| learn_invariants(&catalogue, subject, surroundings))?;
    if let Some(text) = &options.filter {
        let kept = &mut learned.teaching.kept;
        kept.retain(|invariant| invariant.id.contains(text));
        if kept.is_empty() {
            let problem = format!(
                "no invariant of `{subject}` has `{text}` in its id; see them all without --filter"
            );
            return Err(Invalid(problem).into());
        }
    }
    console.print(&match options.format {
        ListFormat::Text => text(&learned),
        ListFormat::Csv => csv(&learned),
        ListFormat::Json => json(&learned)?,
    });
    Ok(ExitCode::SUCCESS)
}

fn text(learned: &LearnedInvariants) -> String {
    let teaching = &learned.teaching;
    let mut text = String::new();
    let mut place = None;
    for invariant in &teaching.kept {
        let here = (&invariant.function, invariant.at);
        if place != Some(here) {
            text.push_str(&format!("{} ({})\n", invariant.function, invariant.at));
            place = Some(here);
        }
        text.push_str(&format!(
            "  {:<12}  {}\n",
            invariant.template, invariant.text
        ));
    }
    for unwatched in &learned.unwatched {
        text.push_str(&format!(
            "not watched: {}: {}\n",
            unwatched.name, unwatched.reason
        ));
    }
    for panics in &teaching.panics {
        text.push_str(&format!(
            "panicked: {} in {} of {} calls\n",
            panics.function, panics.n_panics, panics.n_calls
        ));
    }
    for (function, variable, kind) in &teaching.unseen {
        text.push_str(&format!(
            "not observed: {variable} in {function}, of type {kind}\n"
        ));
    }
    text.push_str(&format!(
        "{} invariants listed; {} inferred from {} calls of {} functions, tested by {} runs of the original\n",
        teaching.kept.len(),
        teaching.n_candidates,
        teaching.n_calls,
        teaching.n_functions,
        teaching.n_keeping_runs,
    ));
    let alarms = teaching.false_alarms;
    let bound = alarms.upper_bound();
    text.push_str(&match bound {
        None => "no other held-out data could be made, so false alarms are not known\n".to_owned(),
        Some(bound) => format!(
            "false alarms on other held-out data: {} of {} runs (at most {:.2} % with 95 % confidence)\n",
            alarms.n_alarmed,
            alarms.n_runs,
            100.0 * bound
        ),
    });
    text
}

fn csv(learned: &LearnedInvariants) -> String {
    let mut csv = "id,function,at,template,text\n".to_owned();
    for invariant in &learned.teaching.kept {
        csv.push_str(&format!(
            "{},{},{},{},{}\n",
            cell(&invariant.id),
            cell(&invariant.function),
            invariant.at.name(),
            invariant.template,
            cell(&invariant.text)
        ));
    }
    csv
}

fn json(learned: &LearnedInvariants) -> anyhow::Result<String> {
    let teaching = &learned.teaching;
    let unseen: Vec<_> = teaching
        .unseen
        .iter()
        .map(|(function, variable, kind)| {
            json!({ "function": function, "variable": variable, "type": kind })
        })
        .collect();
    let value = json!({
        "n-functions": teaching.n_functions,
        "n-calls": teaching.n_calls,
        "n-candidates": teaching.n_candidates,
        "n-keeping-runs": teaching.n_keeping_runs,
        "false-alarms": {
            "n-runs": teaching.false_alarms.n_runs,
            "n-alarmed": teaching.false_alarms.n_alarmed,
            "upper-bound": teaching.false_alarms.upper_bound(),
        },
        "invariants": teaching.kept,
        "panics": teaching.panics,
        "not-watched": learned.unwatched,
        "not-observed": unseen,
    });
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}
