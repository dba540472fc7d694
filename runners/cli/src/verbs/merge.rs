//! `killrate merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use killrate_catalogue::Design;
use killrate_study::ShardFolder;

use crate::arguments::Threads;
use crate::console::Console;
use crate::replacing::{Made, refuse_other};
use crate::surroundings::Workshop;

/// Make the record of a study that was run in shards.
///
/// Takes the folder that `killrate plan STUDY --shards N --out FOLDER` and then
/// `killrate run STUDY --shard K/N --out FOLDER` for every K from 0 to N - 1 have filled. The record
/// is the same, byte for byte, as that of an ordinary run, except for the costs.
///
/// Shards that are missing, damaged or of another plan are named, with the command that mends them;
/// it runs only what was lost. Merging again changes nothing.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The folder of the shards.
    folder: PathBuf,
    /// Where to write the record; `records/STUDY` in the project when left out.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Makes a record of shards.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let catalogue = console.catalogue()?;
    let folder = ShardFolder::new(options.folder.clone());
    let study = folder.plan()?.study;
    let design = Design::resolve(&catalogue, study.as_str())?;
    let out = match &options.out {
        Some(out) => out.clone(),
        None => catalogue.record_folder(study.as_str()),
    };
    // Reading the logs of all shards takes long, so whether the record may be written is asked
    // first.
    killrate_record::check_place(&out)?;
    refuse_other(&out, Made::Run, &design.name)?;
    let scratch = console.scratch(&catalogue);
    let executions = folder.merge_executions();
    let workshop = Workshop::open_at(console, scratch, executions, &options.threads)?;
    let record =
        workshop.with(|surroundings| killrate_study::merge(&design, &folder, surroundings))?;
    killrate_record::write(&out, &record)?;
    console.print(&format!("{}\n", out.display()));
    console.note(&format!(
        "record written: {}; `killrate report {}` shows the answer",
        record.contents(),
        { options.out.as_ref() }.map_or(study.to_string(), |out| out.display().to_string())
    ));
    if let Some(told) = record.applies_nowhere() {
        console.note(&told);
    }
    Ok(ExitCode::SUCCESS)
}
