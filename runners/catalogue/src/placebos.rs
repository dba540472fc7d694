//! Placebos of a subject, checked against its source.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use killrate_mutator::find_placebos;

use crate::catalogue::CatalogueError;
use crate::manifest::SubjectManifest;
use crate::refuse::{refuse_twice, value_error};

/// Checks that every placebo has a name of its own, says why it should not matter, and fits the source.
pub(crate) fn check_placebos(
    manifest: &SubjectManifest,
    folder: &Path,
) -> Result<(), CatalogueError> {
    check_words(manifest, folder)?;
    // Nothing is built, so no folder for builds is looked at.
    let options = manifest.weave_options(folder, BTreeSet::new(), PathBuf::new());
    find_placebos(&options, &manifest.placebos(folder), 1)?;
    Ok(())
}

/// Checks what needs no source.
pub(crate) fn check_words(manifest: &SubjectManifest, folder: &Path) -> Result<(), CatalogueError> {
    let path = folder.join("subject.toml");
    let names = manifest.placebos.iter().map(|entry| &entry.name);
    refuse_twice(&path, "placebo", names)?;
    match manifest
        .placebos
        .iter()
        .find(|entry| entry.about.trim().is_empty())
    {
        None => Ok(()),
        Some(entry) => {
            let problem = "it is empty; say why the change should not matter".to_owned();
            Err(value_error(
                &path,
                format!("placebo.{}.about", entry.name),
                problem,
            ))
        }
    }
}
