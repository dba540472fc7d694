//! Records by the names people give them.

use std::path::PathBuf;

#[cfg(feature = "analysis")]
use killrate_catalogue::Catalogue;

use crate::console::Console;
use crate::exit::Invalid;

/// The folder of a study's record, or of a record that is named by its folder.
pub(crate) fn find(console: &Console, name: &str) -> anyhow::Result<PathBuf> {
    // A folder that is there is a record wherever it is, also outside of any project.
    let folder = PathBuf::from(name);
    if folder.join("provenance.json").is_file() {
        return Ok(folder);
    }
    let catalogue = console.catalogue()?;
    let folder = catalogue.record_folder(name);
    if !folder.is_dir() {
        // A misspelt study is told with the nearest name; a study without a record, by the record.
        catalogue.study(name)?;
        return Err(Invalid(format!(
            "there is no record of study `{name}` at `{}`; make one with `killrate run {name}`",
            folder.display()
        ))
        .into());
    }
    Ok(folder)
}

/// The folder of the papers' tables, where the project has one.
#[cfg(feature = "analysis")]
pub(crate) fn published(console: &Console) -> Option<PathBuf> {
    let folder = console.catalogue().as_ref().ok().map(Catalogue::published);
    folder.filter(|folder| folder.is_dir())
}
