//! `killrate run`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use killrate_catalogue::{Catalogue, Design};
use killrate_study::{Shard, ShardError, ShardFolder};

use crate::arguments::Threads;
use crate::console::Console;
use crate::exit::Invalid;
use crate::replacing::{Made, refuse_other};
use crate::surroundings::Workshop;
use crate::turn::Turn;
use crate::verbs::run_functions;

/// Run a study and write its record.
///
/// Makes every mutant of the study's subjects, lets every technique judge every mutant on the same
/// inputs, and writes the verdicts as a record that `killrate report` turns into tables.
///
/// Each distinct execution runs once and is kept under `target/killrate`; press Ctrl-C at any time
/// and type the same command to go on. The same study gives the same record, byte for byte, with
/// any number of threads, except the timing files. `killrate plan STUDY` tells beforehand how much
/// there is to run.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study, as `killrate list studies` names it.
    study: String,
    /// Where to write the record; `records/STUDY` in the project when left out.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Run only this part, such as 0/8, of the plan in the folder `--out`, for `killrate merge`.
    ///
    /// `killrate plan STUDY --shards N --out FOLDER` makes the plan. A shard judges its mutants and
    /// writes no record; shards of one plan may run at the same time, on any machines that see the
    /// folder.
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,
    #[command(flatten)]
    threads: Threads,
}

/// Runs a study and writes its record.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    if let Some(manifest) = run_functions::manifest(&catalogue, &options.study) {
        let out = options.out.clone();
        let out = out.unwrap_or_else(|| catalogue.record_folder(&options.study));
        return run_functions::run(console, &catalogue, &manifest, &out, &options.threads);
    }
    let design = Design::resolve(&catalogue, &options.study)?;
    // Hours later it would be too late to tell.
    #[cfg(feature = "analysis")]
    crate::policies::refuse_unknown(&catalogue.study(&options.study)?.1, &design.policy)?;
    let out = match &options.out {
        Some(out) => out.clone(),
        None => catalogue.record_folder(&options.study),
    };
    if let Some(shard) = options.shard {
        return run_shard(console, options, &catalogue, &design, shard, out);
    }
    // That the record cannot be written where it should go is told before hours of work.
    killrate_record::check_place(&out)?;
    refuse_other(&out, Made::Run, &design.name)?;
    console.note(&format!("{}: {}", design.name, design.title));
    let turn = console.scratch(&catalogue).turn_of(&design.name);
    let _turn = Turn::take(console, &turn, &format!("runs study `{}`", design.name))?;
    let workshop = Workshop::open(console, &catalogue, &options.threads)?;
    let record = workshop.with(|surroundings| killrate_study::run(&design, surroundings))?;
    killrate_record::write(&out, &record)?;
    console.print(&format!("{}\n", out.display()));
    console.note(&format!(
        "record written: {}; `killrate report {}` shows the answer",
        record.contents(),
        { options.out.as_ref() }.map_or(options.study.clone(), |out| out.display().to_string())
    ));
    if let Some(told) = record.applies_nowhere() {
        console.note(&told);
    }
    workshop.tell_spent(console);
    Ok(ExitCode::SUCCESS)
}

fn run_shard(
    console: &Console,
    options: &Options,
    catalogue: &Catalogue,
    design: &Design,
    shard: Shard,
    out: PathBuf,
) -> anyhow::Result<ExitCode> {
    let folder = ShardFolder::new(out);
    // A folder without a plan stays as it is.
    folder.plan_of(shard.of()).map_err(|error| match error {
        ShardError::NoPlan { folder } => {
            let (study, folder, of) = (&design.name, folder.display(), shard.of());
            anyhow::Error::from(Invalid(format!(
                "there is no plan in `{folder}`; make one with `killrate plan {study} --shards {of} --out {folder}`"
            )))
        }
        error => error.into(),
    })?;
    let _turn = Turn::take(
        console,
        &folder.turn_of(shard),
        &format!("runs shard {shard} of study `{}`", design.name),
    )?;
    let scratch = console.scratch(catalogue);
    let executions = folder.shard_executions(shard);
    let workshop = Workshop::open_at(console, scratch, executions.clone(), &options.threads)?;
    let n_executions = workshop
        .with(|surroundings| killrate_study::run_shard(design, shard, &folder, surroundings))?;
    console.print(&format!("{}\n", executions.display()));
    console.note(&format!(
        "shard {shard} is done: {n_executions} executions; when all are, `killrate merge {}` makes the record",
        folder.path().display()
    ));
    Ok(ExitCode::SUCCESS)
}
