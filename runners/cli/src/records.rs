//! Records by the names people give them.

use std::path::{Path, PathBuf};

use killrate_catalogue::Catalogue;

use crate::console::Console;
use crate::exit::Invalid;

/// The folder of a study's record, or of a record that is named by its folder.
///
/// A study that was not run here may have a record that comes with the project; that it is read is told.
pub(crate) fn find(console: &Console, name: &str) -> anyhow::Result<PathBuf> {
    // A folder that is there is a record wherever it is, also outside of any project.
    let folder = PathBuf::from(name);
    if folder.join("provenance.json").is_file() {
        return Ok(folder);
    }
    let catalogue = console.catalogue()?;
    let folder = catalogue.known_record(name);
    if !folder.is_dir() {
        // A misspelt study is told with the nearest name; a study without a record, by the record.
        catalogue.study(name)?;
        return Err(Invalid(format!(
            "there is no record of study `{name}` at `{}`; make one with `killrate run {name}`",
            folder.display()
        ))
        .into());
    }
    tell_if_committed(console, &catalogue, name, &folder);
    Ok(folder)
}

/// Says so when the record of a study is the one that comes with the project.
pub(crate) fn tell_if_committed(
    console: &Console,
    catalogue: &Catalogue,
    study: &str,
    folder: &Path,
) {
    if folder == catalogue.committed_record(study) {
        console.note(&format!(
            "reading `{}`, the record that comes with the project; `killrate run {study}` makes one here",
            folder.display()
        ));
    }
}

/// The folder of the papers' tables, where the project has one.
#[cfg(feature = "analysis")]
pub(crate) fn published(console: &Console) -> Option<PathBuf> {
    let folder = console.catalogue().as_ref().ok().map(Catalogue::published);
    folder.filter(|folder| folder.is_dir())
}
