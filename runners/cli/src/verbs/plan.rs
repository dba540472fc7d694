//! `killrate plan`.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use killrate_catalogue::{Catalogue, Design};
use killrate_study::{Preview, ShardFolder, freeze, parse_shards, preview};
use serde_json::json;

use crate::arguments::{ListFormat, Threads};
use crate::console::Console;
use crate::surroundings::Workshop;

/// Show what a study would run, and how much of it is distinct.
///
/// Weaves the subjects and runs the originals, which is cheap and kept for `run`; mutants are only
/// counted. *Asked* counts every run of every judgement; *distinct* runs each content once; *saved*
/// are those the reach probe shows to give the original's output; *known* were run before. *To-run* are
/// those that are left if mutants ask for what the original asks for: a mutant that fails needs fewer
/// runs, one that cuts its tests short needs more. The processor time is what the original took for
/// the requests of those to run.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// Keep the plan in the folder `--out`, to be run in so many parts with `run --shard`.
    #[arg(long, value_name = "N", requires = "out", value_parser = parse_shards)]
    shards: Option<NonZeroU32>,
    /// The folder for the plan and its shards, which all machines that run shards must see.
    #[arg(long, value_name = "FOLDER", requires = "shards")]
    out: Option<PathBuf>,
    /// How to print the counts.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    #[command(flatten)]
    threads: Threads,
}

/// Counts what a study would run.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let design = Design::resolve(&catalogue, &options.study)?;
    if let (Some(n_shards), Some(out)) = (options.shards, &options.out) {
        return keep(console, options, &catalogue, &design, n_shards, out.clone());
    }
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let previews = workshop.with(|surroundings| preview(&design, surroundings))?;
    console.print(&match options.format {
        ListFormat::Text => text(&previews),
        ListFormat::Csv => csv(&previews),
        ListFormat::Json => json(&previews)?,
    });
    Ok(ExitCode::SUCCESS)
}

fn keep(
    console: &Console,
    options: &Options,
    catalogue: &Catalogue,
    design: &Design,
    n_shards: NonZeroU32,
    out: PathBuf,
) -> anyhow::Result<ExitCode> {
    let folder = ShardFolder::new(out);
    let (scratch, executions) = (console.scratch(catalogue), folder.plan_executions());
    let workshop = Workshop::open_at(console, scratch, executions, &options.threads)?;
    let plan = workshop.with(|surroundings| freeze(design, n_shards, &folder, surroundings))?;
    let subjects = || plan.subjects.values();
    let n_mutants: u64 = subjects().map(|subject| subject.n_mutants).sum();
    let n_executions: u64 = subjects().map(|subject| subject.n_executions).sum();
    console.print(&format!("{}\n", folder.path().display()));
    console.note(&format!(
        "planned: {n_mutants} mutants with some {n_executions} executions in {n_shards} shards; run each with `killrate run {} --shard K/{n_shards} --out {}`",
        design.name,
        folder.path().display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn cells(preview: &Preview) -> [String; 10] {
    [
        preview.subject.to_string(),
        preview
            .technique
            .as_ref()
            .map_or("all".to_owned(), ToString::to_string),
        preview.n_variants.to_string(),
        preview.n_cases.to_string(),
        preview.n_asked.to_string(),
        preview.n_distinct.to_string(),
        preview.n_saved.to_string(),
        preview.n_cached.to_string(),
        preview.n_to_run.to_string(),
        format!("{:.3}", preview.cpu.as_secs_f64()),
    ]
}

const HEADER: [&str; 10] = [
    "subject",
    "technique",
    "variants",
    "cases",
    "asked",
    "distinct",
    "saved",
    "known",
    "to-run",
    "cpu-seconds",
];

fn text(previews: &[Preview]) -> String {
    let line = |cells: &[String; 10]| {
        let numbers: String = cells[2..]
            .iter()
            .map(|cell| format!("{cell:>12}"))
            .collect();
        format!("{:<12} {:<16}{numbers}\n", cells[0], cells[1])
    };
    let mut text = line(&HEADER.map(str::to_owned));
    text.extend(previews.iter().map(|preview| line(&cells(preview))));
    text
}

fn csv(previews: &[Preview]) -> String {
    let lines = previews.iter().map(|preview| cells(preview).join(","));
    [HEADER.join(",")]
        .into_iter()
        .chain(lines)
        .map(|line| line + "\n")
        .collect()
}

fn json(previews: &[Preview]) -> anyhow::Result<String> {
    let rows: Vec<_> = previews
        .iter()
        .map(|preview| {
            json!({
                "subject": preview.subject,
                "technique": preview.technique,
                "variants": preview.n_variants,
                "cases": preview.n_cases,
                "asked": preview.n_asked,
                "distinct": preview.n_distinct,
                "saved": preview.n_saved,
                "known": preview.n_cached,
                "to-run": preview.n_to_run,
                "cpu-seconds": preview.cpu.as_secs_f64(),
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}
