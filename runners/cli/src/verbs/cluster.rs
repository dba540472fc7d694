//! `killrate cluster`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use killrate_catalogue::Design;

use crate::console::Console;
use crate::exit::Invalid;

/// Write the script that runs a study on a cluster.
///
/// The shards of a study are ordinary commands, so any scheduler can run them; see
/// `docs/cluster.md` for GNU parallel and HyperQueue.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    scheduler: Scheduler,
}

/// The schedulers that there is a script for.
#[derive(Debug, Subcommand)]
enum Scheduler {
    Slurm(Slurm),
}

/// Write a script that submits a study to Slurm: plan, job array, merge.
///
/// Each job waits for the one before and does not start when that fails. The script is written to
/// `submit.sh` in the folder of the shards, where also the jobs write what they say; run it with
/// `sh`. Submitted again after a failure, it runs only what was not finished.
#[derive(Debug, Args)]
struct Slurm {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// In how many parts to run it; each should take minutes, as starting a job takes a second.
    #[arg(long, value_name = "N", value_parser = killrate_study::parse_shards)]
    shards: NonZeroU32,
    /// The folder of the shards, which all machines must see; `target/shards/STUDY` in the project
    /// when left out.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Where the merge writes the record; `records/STUDY` in the project when left out.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// How many processors each job gets.
    #[arg(long, value_name = "N", default_value = "1")]
    cpus: NonZeroUsize,
    /// An option for every `sbatch`, such as `--sbatch=--time=2:00:00`; may be given again.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

/// Writes the script.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let Scheduler::Slurm(slurm) = &options.scheduler;
    let catalogue = console.catalogue()?;
    // A study that cannot be run should be known before it waits in a queue.
    let design = Design::resolve(&catalogue, &slurm.study)?;
    let absolute = |path: &Path| {
        std::path::absolute(path).with_context(|| format!("cannot find `{}`", path.display()))
    };
    let folder = match &slurm.out {
        Some(out) => absolute(out)?,
        None => absolute(&catalogue.root().join("target/shards").join(&slurm.study))?,
    };
    let record = match &slurm.record {
        Some(record) => absolute(record)?,
        None => absolute(&catalogue.record_folder(&slurm.study))?,
    };
    let killrate = std::env::current_exe().context("cannot find the file of this program")?;
    let words = Words {
        killrate: quoted(&killrate)?,
        root: quoted(&absolute(catalogue.root())?)?,
        scratch: quoted(&absolute(console.scratch(&catalogue).path())?)?,
        folder: quoted(&folder)?,
        record: quoted(&record)?,
        // A name of the catalogue needs no quotes.
        study: design.name.to_string(),
        options: slurm
            .sbatch
            .iter()
            .map(|option| quoted_text(option))
            .collect::<Result<_, _>>()?,
    };
    let script = script(&words, slurm.shards, slurm.cpus);
    let path = folder.join("submit.sh");
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&path, script))
        .with_context(|| format!("cannot write `{}`", path.display()))?;
    console.print(&format!("{}\n", path.display()));
    console.note(&format!("submit it with: sh {}", quoted(&path)?));
    Ok(ExitCode::SUCCESS)
}

/// What the script is about, in words that a shell takes as they are.
struct Words {
    killrate: String,
    root: String,
    scratch: String,
    folder: String,
    record: String,
    study: String,
    options: Vec<String>,
}

fn script(words: &Words, shards: NonZeroU32, cpus: NonZeroUsize) -> String {
    let Words {
        killrate,
        root,
        scratch,
        folder,
        record,
        study,
        options,
    } = words;
    let last = shards.get() - 1;
    let extra: String = options.iter().map(|option| format!(" {option}")).collect();
    let version = env!("CARGO_PKG_VERSION");
    // The name of a study may hold slashes, which would make paths of the names of jobs.
    let name = study.replace('/', "-");
    let call = format!("exec {killrate} --root {root} --scratch {scratch} --quiet");
    // In the script `'END'` has quotes, so that variables are filled in by the job, which alone has
    // them.
    format!(
        r#"#!/bin/sh
# Runs study `{study}` in {shards} shards on Slurm and merges them. Written by killrate {version}.
# Each job waits for the one before; the number that is printed is that of the merge.
set -eu
cd {folder}

submit() {{
    sbatch --parsable --kill-on-invalid-dep=yes --cpus-per-task={cpus}{extra} "$@"
}}

plan=$(submit --job-name={name}-plan --output=slurm-plan-%j.txt <<'END'
#!/bin/sh
{call} plan {study} --shards {shards} --out {folder} --threads {cpus}
END
)
array=$(submit --job-name={name}-shard --output=slurm-shard-%A-%a.txt \
    --array=0-{last} --dependency=afterok:"$plan" <<'END'
#!/bin/sh
{call} run {study} --shard "$SLURM_ARRAY_TASK_ID"/{shards} --out {folder} --threads {cpus}
END
)
submit --job-name={name}-merge --output=slurm-merge-%j.txt --dependency=afterok:"$array" <<'END'
#!/bin/sh
{call} merge {folder} --out {record} --threads {cpus}
END
"#
    )
}

fn quoted(path: &Path) -> anyhow::Result<String> {
    let text = path.to_str();
    quoted_text(text.ok_or_else(|| {
        Invalid(format!(
            "the path `{}` is not UTF-8; move the project",
            path.display()
        ))
    })?)
}

fn quoted_text(text: &str) -> anyhow::Result<String> {
    let quoted = shlex::try_quote(text);
    Ok(quoted
        .map_err(|_| Invalid(format!("`{text}` holds a null character")))?
        .into_owned())
}
