//! `killrate run` of a study of numeric functions.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use killrate_calls::Surroundings;
use killrate_catalogue::Catalogue;
use killrate_functions::{FunctionsError, Manifest, Published, study, tables, write};
use killrate_model::StudyName;

use crate::arguments::Threads;
use crate::console::Console;
use crate::exit::Invalid;
use crate::surroundings::Workshop;

/// The manifest of the study of functions that has this name, if there is one.
pub(super) fn manifest(catalogue: &Catalogue, name: &str) -> Option<PathBuf> {
    let name = StudyName::new(name).ok()?;
    let folder = catalogue.functions_folder();
    let path = folder.join(format!("{name}.toml"));
    path.is_file().then_some(path)
}

/// Runs a study of functions, writes its facts, and prints tables of them.
pub(super) fn run(
    console: &Console,
    catalogue: &Catalogue,
    manifest: &Path,
    out: &Path,
    threads: &Threads,
) -> anyhow::Result<ExitCode> {
    let manifest = Manifest::read(manifest).map_err(told)?;
    let published = Published::read(&catalogue.root().join("datasets/published")).map_err(told)?;
    console.note(&manifest.title);
    let workshop = Workshop::open(console, catalogue, threads)?;
    let facts = workshop.with(|surroundings| {
        let of_calls = Surroundings {
            executor: surroundings.executor,
            stop: surroundings.stop,
            on_event: &|_| {},
        };
        let tell = |text: &str| console.note(text);
        study(&manifest, &surroundings.scratch.woven(), of_calls, &tell)
    })?;
    write(out, &facts)?;
    console.print(&tables(&facts, &published));
    console.note(&format!("facts written to `{}`", out.display()));
    workshop.tell_spent(console);
    Ok(ExitCode::SUCCESS)
}

/// A file that somebody wrote is theirs to mend.
fn told(error: FunctionsError) -> Invalid {
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    Invalid(match cause {
        Some(cause) => format!("{error}\n{cause}"),
        None => error.to_string(),
    })
}
